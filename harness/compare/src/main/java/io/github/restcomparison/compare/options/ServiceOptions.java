package io.github.restcomparison.compare.options;

import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.compare.file.CompareFile;
import io.github.restcomparison.compare.file.UserLoad;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.service.Lifecycle;
import io.github.restcomparison.records.service.MetricSource;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.RequestSpec;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.UserService;
import io.github.restcomparison.records.service.UserServices;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.runner.variants.Catalogue;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.Endpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Services of the user's, on the command line or in a file; what is not given is null. */
public final class ServiceOptions {
  private static final Path FILE = Path.of(CompareFile.NAME);

  @Mixin private RequestOptions requests;

  @Option(
      names = "--service",
      paramLabel = "NAME=SERVICE",
      description =
          "A service of yours: a command with {port} in it, http(s)://HOST:PORT of one that runs,"
              + " docker:IMAGE, or a variant with settings. More than once for more.")
  private List<String> services = List.of();

  @Option(
      names = "--env",
      paramLabel = "NAME:KEY=VALUE",
      description =
          "A variable of the environment of a service; $${TOKEN} in it is looked up, and never"
              + " recorded.")
  private List<String> env = List.of();

  @Option(
      names = "--ready",
      paramLabel = "PATH",
      description =
          "A path that is answered with 200 to 299 once a service can be measured, or a URL such as"
              + " http://127.0.0.1:{port2}/health (default: the requests are answered rightly).")
  private String ready;

  @Option(
      names = "--start-limit",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "How long a service may take to be ready, 1s to 60m (default: 60s).")
  private Duration startLimit;

  @Option(
      names = "--restart",
      paramLabel = "NAME=COMMAND",
      description =
          "Starts a service that is given by its URL anew, before each run; else all of its runs"
              + " are of one launch.")
  private List<String> restart = List.of();

  @Option(
      names = "--request-count",
      paramLabel = "'PATH METRIC'",
      description =
          "A counter of requests that services show to Prometheus, checked against the load's own:"
              + " '/actuator/prometheus http_server_requests_seconds_count'.")
  private String requestCount;

  @Option(
      names = "--param",
      paramLabel = "NAME=LIST",
      description =
          "What is put in place of {NAME} in commands and environments, separated by commas: each"
              + " value makes a service of its own, such as mine@pool=10.")
  private List<String> parameters = List.of();

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description =
          "What services there are, and what they are asked (default: compare.yaml, where it is"
              + " there and neither --service nor --variants is given). ./compare init writes one.")
  private Path file;

  /**
   * All that is said of them.
   *
   * @param areVariantsGiven whether others are to be compared
   * @param wait who may have said how many workers there are
   * @return empty where nothing is said
   * @throws UsageException where it cannot be used
   * @throws IOException where a file cannot be read
   */
  Optional<CompareFile> asked(boolean areVariantsGiven, WaitOptions wait) throws IOException {
    boolean usual = services.isEmpty() && !areVariantsGiven && Files.exists(FILE);
    Optional<CompareFile> read =
        file != null || usual
            ? Optional.of(CompareFile.read(file == null ? FILE : file))
            : Optional.empty();
    if (read.isEmpty() && services.isEmpty()) {
      refuseWithoutServices();
      return Optional.empty();
    }
    Map<String, ServiceSpec> named =
        new LinkedHashMap<>(read.map(each -> each.users().services()).orElse(Map.of()));
    for (String text : services) {
      String name = name("--service", text, '=');
      if (named.put(name, service(name, text.substring(name.length() + 1), wait)) != null) {
        throw new UsageException("--service: two are named '%s'".formatted(name));
      }
    }
    Map<String, ServiceSpec> all = ServiceParameters.expanded(named, parameters);
    UserServices users =
        new UserServices(all, checked("", () -> workload(all, read.map(CompareFile::users))));
    refuseMissing(users);
    boolean foreign = all.keySet().stream().anyMatch(users::isForeign);
    return Optional.of(
        new CompareFile(
            users,
            read.map(CompareFile::load)
                .orElse(foreign ? UserLoad.usual(users.workload()) : LoadSpec.USUAL),
            read.flatMap(CompareFile::slo)));
  }

  private void refuseWithoutServices() {
    if (requests.areGiven() || !env.isEmpty() || ready != null || !restart.isEmpty()) {
      throw new UsageException(
          "--service is missing: what should be asked? NAME=COMMAND, NAME=URL or NAME=docker:IMAGE");
    }
  }

  /** Variants of ours alone are asked what they always are. */
  private Workload workload(Map<String, ServiceSpec> all, Optional<UserServices> read) {
    boolean ours =
        all.values().stream().allMatch(each -> each.from() instanceof Origin.OfCatalogue);
    Optional<Workload> otherwise =
        read.map(UserServices::workload)
            .or(
                () ->
                    ours
                        ? Optional.of(
                            new Workload(
                                List.of(RequestSpec.get(Endpoint.RESOURCE)),
                                List.of(),
                                Optional.empty(),
                                Workload.USUAL_TIMEOUT,
                                false))
                        : Optional.empty());
    return requests.workload(otherwise);
  }

  private static String name(String option, String text, char end) {
    int at = text.indexOf(end);
    if (at < 1) {
      throw new UsageException("%s is '%s': it may begin with NAME%s".formatted(option, text, end));
    }
    return checked(option, () -> ServiceSpec.checkName(text.substring(0, at)));
  }

  private ServiceSpec service(String name, String text, WaitOptions wait) {
    return checked(
        "--service " + name,
        () -> {
          Lifecycle usual = Lifecycle.USUAL;
          Origin from = origin(name, text);
          return new ServiceSpec(
              from,
              envOf(name),
              new Lifecycle(
                  Optional.ofNullable(ready),
                  startLimit == null ? usual.startLimit() : startLimit,
                  usual.stopSignal(),
                  usual.stopLimit()),
              from instanceof Origin.OfCatalogue
                  ? OptionalInt.empty()
                  : wait.workers(OptionalInt.empty()),
              Optional.ofNullable(requestCount).map(MetricSource::of),
              Optional.empty());
        });
  }

  private Origin origin(String name, String text) {
    if (text.startsWith("http://") || text.startsWith("https://")) {
      return new Origin.Address(text, valueFor(name, restart, "--restart"));
    }
    if (text.startsWith("docker:")) {
      return new Origin.Image(
          text.substring("docker:".length()),
          OptionalInt.empty(),
          Optional.empty(),
          Optional.empty());
    }
    Set<String> variants =
        Catalogue.variants().stream().map(Variant::name).collect(Collectors.toSet());
    return variants.contains(text.split("@")[0])
        ? new Origin.OfCatalogue(variant(text))
        : new Origin.Command(text, Optional.empty());
  }

  private static String variant(String text) {
    try {
      return Catalogue.variant(text).name();
    } catch (IllegalArgumentException e) {
      throw new UsageException("--service: " + e.getMessage());
    }
  }

  private static Optional<String> valueFor(String name, List<String> all, String option) {
    return all.stream()
        .filter(each -> name(option, each, '=').equals(name))
        .map(each -> each.substring(name.length() + 1))
        .findFirst();
  }

  private Map<String, String> envOf(String name) {
    Map<String, String> all = new LinkedHashMap<>();
    for (String each : env) {
      if (name("--env", each, ':').equals(name)) {
        String[] parts = each.substring(name.length() + 1).split("=", 2);
        if (parts.length < 2) {
          throw new UsageException("--env is '%s': it may be NAME:KEY=VALUE".formatted(each));
        }
        all.put(parts[0], parts[1]);
      }
    }
    return all;
  }

  /** Whatever can be known to be missing before anything is started. */
  private void refuseMissing(UserServices users) {
    for (String each : env) {
      refuseUnknown("--env", name("--env", each, ':'), users);
    }
    for (String each : restart) {
      refuseUnknown("--restart", name("--restart", each, '='), users);
    }
    users
        .services()
        .forEach(
            (name, service) -> {
              if (service.from() instanceof Origin.OfCatalogue(String variant)) {
                variant(variant);
              }
              if (service.from() instanceof Origin.Command(String line, Optional<String> folder)
                  && !Files.isDirectory(Path.of(folder.orElse(".")))) {
                throw new UsageException(
                    "service %s: directory %s is not there".formatted(name, folder.orElse(".")));
              }
              checked(
                  "service " + name,
                  () -> new UserService(service, users.workload()).secrets(System.getenv()));
            });
  }

  private static void refuseUnknown(String option, String name, UserServices users) {
    if (!users.services().containsKey(name)) {
      throw new UsageException(
          "%s names '%s': there are %s"
              .formatted(option, name, String.join(", ", users.services().keySet())));
    }
  }

  private static <T> T checked(String subject, Supplier<T> made) {
    try {
      return made.get();
    } catch (SettingException e) {
      throw new UsageException((subject.isEmpty() ? "" : subject + ": ") + e.getMessage());
    }
  }
}
