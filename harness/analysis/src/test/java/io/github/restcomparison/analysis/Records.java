package io.github.restcomparison.analysis;

import io.github.restcomparison.records.Environment;
import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Counts;
import io.github.restcomparison.records.RunRecord.Cpu;
import io.github.restcomparison.records.RunRecord.Figures;
import io.github.restcomparison.records.RunRecord.Generator;
import io.github.restcomparison.records.RunRecord.HostState;
import io.github.restcomparison.records.RunRecord.Identity;
import io.github.restcomparison.records.RunRecord.InWindow;
import io.github.restcomparison.records.RunRecord.JvmPauses;
import io.github.restcomparison.records.RunRecord.Latency;
import io.github.restcomparison.records.RunRecord.Latency.Percentiles;
import io.github.restcomparison.records.RunRecord.Load;
import io.github.restcomparison.records.RunRecord.Memory;
import io.github.restcomparison.records.RunRecord.Server;
import io.github.restcomparison.records.RunRecord.Setup;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.RunRecord.Verdict;
import io.github.restcomparison.records.RunRecord.WarmUp;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.records.service.ServiceSpec.UserService;
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
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Records of runs as they come: 1000 users, 100 requests each, a delay of 100 ms, two processors.
 */
public record Records(Path comparison) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** What a run of a service looks like, but for its noise. */
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

  /** Writes the plan of the three services: as many rounds, fewer where all pairs are decided. */
  public void planned(int rounds, OptionalLong timeLimitMs) throws IOException {
    RunRecord any = record(Service.VERTX_REST, 1, 1, 1);
    List<String> variants = Stream.of(Service.values()).map(each -> each.label).toList();
    new ExperimentPlan(
            any.identity().session(),
            new ExperimentPlan.Design(
                variants,
                Optional.empty(),
                new ExperimentPlan.Rounds(Math.clamp(rounds - 1, 1, 3), rounds),
                1,
                timeLimitMs.stream().mapToObj(Duration::ofMillis).findFirst(),
                false),
            any.settings(),
            new ExperimentPlan.Setup("a host", "none", "bare"),
            Optional.empty())
        .write(comparison);
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

  /** The same with its samples beside it, and the percentiles that they have. */
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
    UserService mine =
        new UserService(
            ServiceSpec.of(Origin.Address.of("http://127.0.0.1:1"), Map.of(), Optional.empty()),
            new Workload(
                List.of(),
                List.of(),
                Optional.of(new UserSimulation("a.Simulation", ".")),
                Duration.ofSeconds(60),
                false,
                false));
    return edited(record, json -> json.set("user", JSON.readTree(JsonFiles.text(mine))));
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

  public static RunRecord record(Service service, int round, double throughput, double cost) {
    int position = service.ordinal() + 1;
    return new RunRecord(
        new Identity(
            "20261121-014505-449",
            service.label,
            Optional.empty(),
            round,
            position,
            1,
            "2026-11-21T01:%02d:%02dZ".formatted(round, 15 * position)),
        new Verdict(Status.VALID, List.of(), List.of(), List.of()),
        LoadSpec.closed(1_000, 100, 100, "fixed", service.workers, 40_000),
        new Setup(
            configuration(service),
            new Environment(
                new Environment.Host("GNU/Linux Debian 12", "AMD EPYC", 2, 25_276_510_208L),
                new Environment.Cpus("none", OptionalInt.of(2), OptionalInt.of(2)),
                "OpenJDK 64-Bit Server VM 25.0.3+9-LTS",
                "3.15.1",
                Optional.of(List.of("-Xms512m", "-Xmx512m", "-XX:+UseParallelGC")),
                List.of("-Xmx1g"),
                List.of(),
                Optional.empty()),
            Optional.empty(),
            Optional.empty()),
        new Figures(
            Optional.of(load(service, throughput)),
            Optional.of(server(service, cost)),
            Optional.of(new Generator(0.75, 7.5, 0.625, 9, Double.NaN, Double.NaN, 150)),
            Optional.of(new HostState(0.002, 0.011, Double.NaN)),
            Optional.empty(),
            Optional.empty(),
            Map.of(),
            Optional.of("../gatling/%s-%02d/index.html".formatted(service.label, round))));
  }

  private static Map<String, String> configuration(Service service) {
    Map<String, String> configuration =
        new TreeMap<>(Map.of("backlog", "4096", "delayMs", "100", "transport", "NIO"));
    service.workers.ifPresent(workers -> configuration.put("workers", Integer.toString(workers)));
    if (service == Service.VERTX_REST) {
      configuration.putAll(Map.of("transport", "epoll", "eventLoops", "2"));
    }
    return configuration;
  }

  private static Load load(Service service, double factor) {
    int p50 = service.p50;
    return new Load(
        new Counts(100_000, 100_000, 0, Map.of()),
        new InWindow(
            10,
            10,
            List.of(),
            service.throughput * factor,
            p50 + 2.5,
            999,
            107 * service.throughput * factor),
        Optional.of(
            new Latency(
                100,
                p50 + 3.25,
                new Percentiles(p50, p50 + 4, p50 + 9, p50 + 14, p50 + 38, p50 + 61),
                p50 + 97)),
        p50,
        Optional.empty(),
        new WarmUp(20, true, Optional.empty()));
  }

  private static Server server(Service service, double factor) {
    return new Server(
        new Cpu(service.cpu * factor, service.cores, service.cpu * factor / 4, Double.NaN),
        new Memory(600L << 20, 9_861_224, service.threads, 2_495),
        new JvmPauses(12, 14.4, 40),
        100_000,
        1_000,
        100_000 + 20 * service.cpu);
  }
}
