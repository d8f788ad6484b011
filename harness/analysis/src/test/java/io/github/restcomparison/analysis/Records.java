package io.github.restcomparison.analysis;

import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.RunFigures.Latency;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.SamplePlans;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.records.service.State;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.service.Workload.UserSimulation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Records of usual runs: 1000 users, 100 requests each, a delay of 100 ms, two processors. */
public record Records(Path comparison) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** The common part of all records, as a run writes it. */
  private static final JsonNode ANY =
      JSON.readTree(
          """
          { "schema": 2, "session": "20261121-014505-449", "attempt": 1,
            "status": "VALID", "reasons": [], "notes": [], "gates": [],
            "settings": { "users": 1000, "requests": 100, "wait": "fixed", "delay": "100ms",
                          "warmUp": "40s" },
            "service": { "backlog": "4096", "delayMs": "100", "transport": "NIO" },
            "environment": {
              "os": "GNU/Linux Debian 12", "cpu": "AMD EPYC", "cpus": 2, "memory": 25276510208,
              "pinning": "none", "serviceCpus": 2, "generatorCpus": 2,
              "jdk": "OpenJDK 64-Bit Server VM 25.0.3+9-LTS", "gatling": "3.15.1",
              "serviceJvm": ["-Xms512m", "-Xmx512m", "-XX:+UseParallelGC"],
              "generatorJvm": ["-Xmx1g"], "versions": [] },
            "load": {
              "requests": 100000, "ok": 100000, "ko": 0, "failures": {},
              "windowSeconds": 10, "keptSeconds": 10, "leftOut": [], "inFlightInWindow": 999,
              "latency": {}, "warmUpSeconds": 20, "steady": true },
            "server": {
              "rssPeak": 629145600, "heapAfterGc": 9861224, "allocatedPerRequest": 2495,
              "gcPause": 12, "gcDelayMicrosPerRequest": 14.4, "compiling": 40,
              "requestsSeen": 100000, "mostInFlight": 1000 },
            "generator": {
              "cpuCores": 0.75, "cpuSeconds": 7.5, "headroom": 0.625, "longestPauseMs": 9,
              "meanLatenessMicros": 150 },
            "host": { "stealShare": 0.002, "othersShare": 0.011 },
            "latencyByRequest": {} }
          """);

  /** The figures of a run of a service, without noise. */
  public enum Service {
    VERTX_REST("vertx-rest", 9_550, 102, 33.5, 0.32, 24, OptionalInt.empty()),
    JERSEY_ASYNC("jersey-async", 8_600, 114, 121, 1.04, 28, OptionalInt.empty()),
    JERSEY_SYNC("jersey-sync", 1_970, 503, 165, 0.325, 224, OptionalInt.of(200));

    private final String label;
    private final double throughput;
    private final int p50;
    private final double cpu;
    private final double cores;
    private final int threads;
    private final OptionalInt workers;

    Service(
        String label,
        double throughput,
        int p50,
        double cpu,
        double cores,
        int threads,
        OptionalInt workers) {
      this.label = label;
      this.throughput = throughput;
      this.p50 = p50;
      this.cpu = cpu;
      this.cores = cores;
      this.threads = threads;
      this.workers = workers;
    }
  }

  /** Writes the plan of the three services: as many rounds, fewer if all pairs are decided. */
  public void planned(int rounds, OptionalLong timeLimitMs) throws IOException {
    plan(rounds, timeLimitMs).write(comparison);
  }

  /** Writes the plan of a round after which the load generator was calibrated, in requests/s. */
  public void calibrated(double capacity) throws IOException {
    plan(1, OptionalLong.empty()).withGeneratorCapacity(capacity).write(comparison);
  }

  private static ExperimentPlan plan(int rounds, OptionalLong timeLimitMs) {
    RunRecord any = record(Service.VERTX_REST, 1, 1, 1);
    List<String> variants = Stream.of(Service.values()).map(each -> each.label).toList();
    return SamplePlans.of(
        any.identity().session(),
        new ExperimentPlan.Design(
            variants,
            Optional.empty(),
            new ExperimentPlan.Rounds(Math.clamp(rounds - 1, 1, 3), rounds),
            1,
            timeLimitMs.stream().mapToObj(Duration::ofMillis).findFirst(),
            Optional.empty()),
        any.settings());
  }

  /** Writes a valid run, its throughput and cost so many times the usual ones. */
  public void valid(Service service, int round, double throughput, double cost) throws IOException {
    write(record(service, round, throughput, cost));
  }

  /** Writes a run whose service or measurement broke, with all the figures that it has. */
  public void broken(Service service, int round, Status status, String reason) throws IOException {
    write(withStatus(record(service, round, 1, 1), status, reason));
  }

  public void write(RunRecord record) throws IOException {
    write(folder(record).recordFile(), record);
  }

  /** Without waiting for the disk, as a run does. */
  private static void write(Path file, Object content) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, JsonFiles.text(content));
  }

  /** The same with its samples, and with their percentiles. */
  public void writeWithSamples(RunRecord record) throws IOException {
    RunRecord matched = Samples.matched(record);
    write(folder(record).samplesFile(), Samples.of(matched));
    write(matched);
  }

  public RunFolder folder(RunRecord record) {
    String folder = "%02d-%s".formatted(record.round(), record.variant().replaceAll("\\W", "_"));
    return new RunFolder(comparison.resolve("runs").resolve(folder));
  }

  public static RunRecord withStatus(RunRecord record, Status status, String reason) {
    return edited(
        record, json -> json.put("status", status.name()).putArray("reasons").add(reason));
  }

  /** The same of a service that its user has started. */
  public static RunRecord ofUser(RunRecord record) {
    ServiceSpec mine =
        ServiceSpec.of(Origin.Address.of("http://127.0.0.1:1"), Map.of(), Optional.empty());
    Workload workload =
        new Workload(
            List.of(),
            Optional.of(new UserSimulation("a.Simulation", ".")),
            Duration.ofSeconds(60),
            Workload.Tls.INSECURE,
            false,
            State.NONE);
    return edited(
        record,
        json -> {
          json.set("user", JSON.readTree(JsonFiles.text(mine)));
          json.set("workload", JSON.readTree(JsonFiles.text(workload)));
        });
  }

  public static RunRecord named(RunRecord record, String variant, String gatlingReport) {
    return edited(record, json -> json.put("variant", variant).put("gatlingReport", gatlingReport));
  }

  static RunRecord withLatency(RunRecord record, Latency latency) {
    return edited(
        record, json -> ((ObjectNode) json.get("load")).set("latency", JSON.valueToTree(latency)));
  }

  public static RunRecord withUsers(RunRecord record, int users) {
    return edited(record, json -> ((ObjectNode) json.get("settings")).put("users", users));
  }

  /** Of users who pause after each response, and start over some time. */
  public static RunRecord paced(RunRecord record, String think, String rampUp) {
    return edited(
        record,
        json -> ((ObjectNode) json.get("settings")).put("think", think).put("rampUp", rampUp));
  }

  /** The same variant, entered a second time. */
  public static RunRecord controlOf(RunRecord record) {
    return edited(
        record,
        json ->
            json.put("variant", record.variant() + "-control").put("controlOf", record.variant()));
  }

  /** One whose load generator had no more to give. */
  public static RunRecord heldBack(RunRecord record) {
    return edited(
        record,
        json ->
            json.putArray("gates")
                .addObject()
                .put("name", "generator")
                .put("passed", false)
                .putArray("objections")
                .add("the load generator used 99 % of its CPUs"));
  }

  public static RunRecord edited(RunRecord record, Consumer<ObjectNode> edit) {
    ObjectNode json = (ObjectNode) JSON.readTree(JsonFiles.text(record));
    edit.accept(json);
    return JsonFiles.bind(json, RunRecord.class);
  }

  /** Makes it a run of an open model, whose corrected latencies are those that it has. */
  public static void open(ObjectNode json) {
    ((ObjectNode) json.get("settings"))
        .put("rate", "1000/s")
        .put("duration", "10s")
        .remove(List.of("users", "requests"));
    ObjectNode load = ((ObjectNode) json.get("load")).put("throughput", 1_000);
    ObjectNode open = load.putObject("open").put("intended", 10_000);
    open.put("dropped", 0).put("waitedForConnection", 0).put("sentLateP99Ms", 1);
    open.set("corrected", load.get("latency").deepCopy());
  }

  public static RunRecord record(Service service, int round, double throughput, double cost) {
    int position = service.ordinal() + 1;
    ObjectNode json = ANY.deepCopy().asObject();
    json.put("variant", service.label)
        .put("round", round)
        .put("position", position)
        .put("startedAt", "2026-11-21T01:%02d:%02dZ".formatted(round, 15 * position))
        .put("gatlingReport", "../gatling/%s-%02d/index.html".formatted(service.label, round));
    service.workers.ifPresent(
        workers -> {
          ((ObjectNode) json.get("settings")).put("workers", workers);
          ((ObjectNode) json.get("service")).put("workers", Integer.toString(workers));
        });
    if (service == Service.VERTX_REST) {
      ((ObjectNode) json.get("service")).put("transport", "epoll").put("eventLoops", "2");
    }
    ObjectNode load = (ObjectNode) json.get("load");
    load.put("throughput", service.throughput * throughput)
        .put("bytesPerSecond", 107 * service.throughput * throughput)
        .put("meanLatencyInWindow", service.p50 + 2.5)
        .put("longestStallMs", service.p50);
    ((ObjectNode) load.get("latency"))
        .put("min", 100)
        .put("mean", service.p50 + 3.25)
        .put("p50", service.p50)
        .put("p75", service.p50 + 4)
        .put("p90", service.p50 + 9)
        .put("p95", service.p50 + 14)
        .put("p99", service.p50 + 38)
        .put("p999", service.p50 + 61)
        .put("max", service.p50 + 97);
    ((ObjectNode) json.get("server"))
        .put("cpuMicrosPerRequest", service.cpu * cost)
        .put("runQueueMicrosPerRequest", service.cpu * cost / 4)
        .put("cpuCores", service.cores)
        .put("threadsPeak", service.threads)
        .put("waitMicrosPerRequest", 100_000 + 20 * service.cpu);
    return JsonFiles.bind(json, RunRecord.class);
  }
}
