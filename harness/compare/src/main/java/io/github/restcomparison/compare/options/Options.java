package io.github.restcomparison.compare.options;

import io.github.restcomparison.compare.options.Sets.Need;
import io.github.restcomparison.records.OpenModel;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * The options of commands that measure, in groups that commands take as they need them. A field
 * names the setting that it sets; {@link PlanReader} reads it from what was typed.
 */
public final class Options {
  private Options() {}

  /** What is compared. */
  public static final class Compared {
    @Sets("variants")
    @Option(
        names = "--variants",
        paramLabel = "NAMES",
        completionCandidates = VariantNames.class,
        description =
            "Variants of this project, separated by commas (default: jersey-sync, jersey-async and"
                + " vertx-rest; for sweep and memory jersey-virtual, too). One may have settings:"
                + " jersey-sync@WORKERS=400. ./compare list names all.")
    private String variants;

    @Sets("service")
    @Option(
        names = "--service",
        paramLabel = "NAME=SERVICE",
        description =
            "A service of yours: a command with {port} in it, http(s)://HOST:PORT of one that runs,"
                + " docker:IMAGE, or a variant with settings. Repeatable.")
    private List<String> services;

    @Option(
        names = "--file",
        paramLabel = "FILE",
        description =
            "Services, requests and settings (default: compare.yaml, if it exists and neither"
                + " --service nor --variants is given). ./compare init writes one.")
    private Path file;

    @Sets(value = "env", needs = Need.SERVICE)
    @Option(
        names = "--env",
        paramLabel = "NAME:KEY=VALUE",
        description =
            "A variable of the environment of a service. $${TOKEN} in it is looked up, and never"
                + " recorded. Repeatable.")
    private List<String> env;

    @Sets(value = "ready", needs = Need.SERVICE)
    @Option(
        names = "--ready",
        paramLabel = "PATH",
        description =
            "A path that is answered with 200 to 299 once a service is ready, or a URL such as"
                + " http://127.0.0.1:{port2}/health (default: its requests are answered rightly).")
    private String ready;

    /** The file that is named. */
    Optional<Path> file() {
      return Optional.ofNullable(file);
    }

    /** Whether something is named that replaces the usual file. */
    boolean isNamed() {
      return variants != null || services != null;
    }
  }

  /** What services of the user's are asked, as curl has it. */
  public static final class Request {
    static final String EXPECTATIONS =
        "status=201, header:NAME=VALUE, body=TEXT, contains=TEXT, json:/POINTER=VALUE, atLeast=TIME"
            + " or atMost=TIME";

    @Sets(value = "request/path", needs = Need.SERVICE)
    @Option(
        names = "--get",
        paramLabel = "PATH",
        description = "The path of the request, with its query.")
    private String path;

    @Sets(value = "request/method", needs = Need.REQUEST)
    @Option(
        names = {"-X", "--method"},
        paramLabel = "METHOD",
        description = "The method (default: GET; with a body POST).")
    private String method;

    @Sets(value = "request/headers", needs = Need.REQUEST)
    @Option(
        names = {"-H", "--header"},
        paramLabel = "NAME:VALUE",
        description =
            "A header. $${TOKEN} in it is looked up in the environment, and never recorded.")
    private List<String> headers;

    @Sets(value = "request/body", needs = Need.REQUEST)
    @Option(
        names = {"-d", "--data"},
        paramLabel = "BODY",
        description = "The body, or @FILE for the content of a file.")
    private String body;

    @Sets(value = "request/expect", needs = Need.REQUEST)
    @Option(
        names = "--expect",
        paramLabel = "WHAT",
        description =
            "What every response must have: "
                + EXPECTATIONS
                + " (default: a status from 200 to 299). Repeatable.")
    private List<String> expect;

    @Sets(value = "workload/timeout", needs = Need.SERVICE)
    @Option(
        names = "--timeout",
        paramLabel = "TIME",
        description = "The time limit of a response, 1ms to 10m (default: 60s).")
    private String timeout;

    @Sets(value = "workload/insecure", needs = Need.SERVICE)
    @Option(names = "--insecure", description = "Accept any certificate of an https service.")
    private boolean insecure;

    @Sets(value = "simulation", needs = Need.SERVICE)
    @Option(
        names = "--simulation",
        paramLabel = "JAR:CLASS",
        description =
            "A Gatling simulation of yours as the load. It finds the service's address in"
                + " System.getProperty(\"baseUrl\"). In place of a JAR, a folder with classes, jars"
                + " or sources.")
    private String simulation;
  }

  /** Users who wait for each response. */
  public static final class Users {
    @Sets("load/users")
    @Option(
        names = "--users",
        paramLabel = "N",
        description =
            "Users who all start at once, 1 to 20000 (default: 1000; for services of yours 100).")
    private String users;

    @Sets("load/requests")
    @Option(
        names = "--requests",
        paramLabel = "N",
        description =
            "Requests of each user, one after the other, 1 to 1000000 (default: 100; for services of"
                + " yours --duration 15s).")
    private String requests;
  }

  /** Requests at a rate, and what else only {@code run} has. */
  public static final class Rate {
    @Sets("load/rate")
    @Option(
        names = "--rate",
        paramLabel = "RATE",
        description =
            "Open model, in place of users: requests per second, "
                + OpenModel.RATES
                + ". Latencies count from when each request was due.")
    private String rate;

    @Sets(value = "load/duration", needs = Need.TIME)
    @Option(
        names = "--duration",
        paramLabel = "TIME",
        description =
            "How long the load lasts, 1s to 60m (default: 30s at a rate; for users of services of"
                + " yours 15s).")
    private String duration;

    @Sets(value = "load/wait", needs = Need.VARIANTS)
    @Option(
        names = "--wait",
        paramLabel = "KIND",
        description =
            "fixed: each request waits for the delay (default); uniform: for any time up to it;"
                + " shared-tick: until the next tick, one per delay, all together; http, sql: for a"
                + " back end over HTTP or a PostgreSQL database that takes this long.")
    private String wait;
  }

  /** The connections of an open model. */
  public static final class Connections {
    @Sets(value = "load/connections", needs = Need.RATE)
    @Option(
        names = "--connections",
        paramLabel = "N",
        description =
            "Connections of an open model, 1 to 20000, or new: each request opens one and closes it"
                + " (default: twice as many as the delay keeps busy, and ten).")
    private String connections;
  }

  /** What a request waits for, and how many may. */
  public static final class Waiting {
    @Sets("load/delay")
    @Option(
        names = "--delay",
        paramLabel = "TIME",
        description =
            "The wait of one request, 0ms to 10m (default: 100ms; of services of yours: unknown).")
    private String delay;

    @Sets(value = "load/workers", needs = Need.WORKERS)
    @Option(
        names = "--workers",
        paramLabel = "N",
        description =
            "Threads that may block at once, 1 to 20000, or virtual (default: 200), for variants"
                + " whose waiting blocks a thread.")
    private String workers;
  }

  /** What a request waits for, in a service that a request occupies as long. */
  public static final class Delay {
    @Sets("load/delay")
    @Option(
        names = "--delay",
        paramLabel = "TIME",
        description = "How long each request waits, 100ms to 10m (default: 3s).")
    private String delay;
  }

  /** How long the load of a cell of a sweep lasts, and how often it is measured. */
  public static final class Length {
    @Sets("load/duration")
    @Option(
        names = "--duration",
        paramLabel = "TIME",
        description = "How long the load of a cell should last, 1s to 60m (default: 4s).")
    private String duration;

    @Sets("design/rounds")
    @Option(
        names = "--rounds",
        paramLabel = "N",
        description =
            "How often each cell is measured, 1 to 1000 (default: 3). With fewer, crossing points"
                + " are a preview.")
    private String rounds;
  }

  /** How often each number of users is measured. */
  public static final class FixedRounds {
    @Sets("design/rounds")
    @Option(
        names = "--rounds",
        paramLabel = "N",
        description = "How often each is measured, 1 to 1000 (default: 1).")
    private String rounds;
  }

  /** A step of a search for capacity. */
  public static final class Step {
    @Sets("load/duration")
    @Option(
        names = "--duration",
        paramLabel = "TIME",
        description = "How long requests arrive at a rate, 1s to 60m (default: 10s).")
    private String duration;

    @Sets("slo")
    @Option(
        names = "--slo",
        paramLabel = "TERMS",
        description =
            "What a rate must meet: p50, p99, p99.9 or max below a time, failures=0 or below a share,"
                + " separated by commas (default: that of --file, else p99<150ms,failures=0).")
    private String slo;
  }

  /** What all loads have. */
  public static final class WarmUp {
    @Sets("load/warmUp")
    @Option(
        names = "--warm-up",
        paramLabel = "TIME",
        description =
            "The limit of the silent load before each measured one, which ends when the service is"
                + " steady, 0s to 60m (default: 40s).")
    private String warmUp;

    @Sets("load/protocol")
    @Option(
        names = "--protocol",
        paramLabel = "NAME",
        description =
            "http1-tls, http2 (with TLS, a connection for each user), or http2-shared (one for all"
                + " users of an event loop of the load generator) (default: HTTP/1.1 without TLS).")
    private String protocol;
  }

  /** How often variants are measured. */
  public static final class Rounds {
    @Sets("design/rounds")
    @Option(
        names = "--rounds",
        paramLabel = "N..M",
        description =
            "How often each is measured: from N rounds on, the experiment ends once all pairs are"
                + " decided; a single number is fixed, 1 to 1000 (default: 3..10). A verdict takes 3.")
    private String rounds;

    @Sets("design/time")
    @Option(
        names = "--for",
        paramLabel = "TIME",
        description =
            "Time limit, 1s to 24h: no round starts that would exceed it (default: none).")
    private String time;

    @Sets("design/control")
    @Option(
        names = "--control",
        paramLabel = "NAME",
        completionCandidates = VariantNames.class,
        description =
            "The variant that is measured twice, to learn the noise, or none (default: the first"
                + " that no pool of threads limits).")
    private String control;
  }

  /** What services run in. */
  public static final class Runtime {
    @Sets("runtime")
    @Option(
        names = "--runtime",
        paramLabel = "NAME",
        description =
            "bare: each service is a process of this host (default); docker: a container, built from"
                + " docker/compose.yml; kubernetes: a pod, loaded by pods of injectors.")
    private String runtime;

    @Sets(value = "cluster/namespace", needs = Need.CLUSTER)
    @Option(
        names = "--namespace",
        paramLabel = "NAME",
        description = "The namespace of the pods (default: a new one, removed at the end).")
    private String namespace;

    @Sets(value = "cluster/injectors", needs = Need.CLUSTER)
    @Option(
        names = "--injectors",
        paramLabel = "N",
        description = "Load generators in the cluster, which share the load (default: 2).")
    private String injectors;

    @Sets(value = "cluster/images", needs = Need.CLUSTER)
    @Option(
        names = "--images",
        paramLabel = "PREFIX",
        description =
            "The start of the names of this project's images, such as registry.example/team/"
                + " (default: rest-comparison/).")
    private String images;

    @Sets(value = "cluster/tag", needs = Need.CLUSTER)
    @Option(
        names = "--image-tag",
        paramLabel = "TAG",
        description = "The tag of these images (default: none). A new build takes a new tag.")
    private String tag;
  }

  /** Where results go. */
  public static final class Output {
    /** The usual folder; not under target, which a build may clean. */
    public static final Path RESULTS = Path.of("results");

    @Option(
        names = "--out",
        paramLabel = "DIR",
        description = "The folder of the results (default: results/<time>).")
    private Path out;

    @Option(
        names = "--resume",
        paramLabel = "DIR",
        description =
            "Continue what was interrupted in DIR. All settings are those of its plan; options that"
                + " set others are refused.")
    private Path resume;

    /** The folder. */
    public Path folder() {
      Path path = resume != null ? resume : out == null ? RESULTS.resolve(now()) : out;
      return path.toAbsolutePath().normalize();
    }

    /** Whether to continue what is in the folder. */
    public boolean isResumed() {
      return resume != null;
    }

    /** A name for an experiment that begins now. */
    public static String session() {
      return "compare-" + now();
    }

    private static String now() {
      return DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT)
          .format(LocalDateTime.now());
    }
  }
}
