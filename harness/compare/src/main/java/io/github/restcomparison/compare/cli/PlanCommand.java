package io.github.restcomparison.compare.cli;

import io.github.restcomparison.analysis.curves.Curves;
import io.github.restcomparison.analysis.fleet.Incident;
import io.github.restcomparison.analysis.plan.PlanAnswer;
import io.github.restcomparison.analysis.plan.PlanRequest;
import io.github.restcomparison.analysis.plan.PlanRequest.Instance;
import io.github.restcomparison.analysis.plan.PlanRequest.Limits;
import io.github.restcomparison.analysis.plan.PlanRequest.Trial;
import io.github.restcomparison.analysis.sizing.ClosedLoad;
import io.github.restcomparison.analysis.sizing.Load;
import io.github.restcomparison.analysis.sizing.OpenLoad;
import io.github.restcomparison.compare.experiment.ExperimentFolder;
import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.compare.options.DurationConverter;
import io.github.restcomparison.compare.options.MeasurementOptions;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.Range;
import io.github.restcomparison.records.Slo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code compare plan}: from what was measured to what another load would take. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    description = {
      "Predicts what a load takes that was not measured: nodes, CPUs, threads, memory, latency, for"
          + " every variant in the results. Measures nothing. Says how well such predictions hold,"
          + " where the results have more than one load: a sweep is best.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  ./compare plan results/sweep results/memory --users 40000 --wait 250ms --cpus 8"
          + " --slo 'p99<400ms' --memory 2g"
    })
final class PlanCommand implements Callable<Integer> {
  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}(?:\\.\\d{1,3})?");
  private static final Pattern MEMORY = Pattern.compile("(\\d{1,7})([mg])(?:i?b?)?");
  private static final Pattern RATE = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?)/s");
  private static final Pattern PRICE = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,6})?)/cpu-hour");
  private static final Range WAITING = new Range("max-waiting", 1, 1_000_000);
  private static final int MOST_USERS = 100_000_000;
  private static final int MOST_NODES = 1_000_000;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "RESULTS",
      arity = "1..*",
      description =
          "The folders of an experiment, of a sweep, and of ./compare memory, all of one host.")
  private List<Path> folders;

  @Option(
      names = "--users",
      paramLabel = "N",
      description = "Users who wait for each answer, 1 to 100000000, of all nodes.")
  private Integer users;

  @Option(
      names = "--rate",
      paramLabel = "N/s",
      description = "Requests that come whatever the service does, in place of users.")
  private String rate;

  @Option(
      names = {"--wait", "--delay"},
      paramLabel = "TIME",
      required = true,
      converter = DurationConverter.class,
      description = "What a request waits for its back end, 0ms to 10m.")
  private Duration wait;

  @Option(
      names = "--think",
      paramLabel = "TIME",
      defaultValue = "0ms",
      converter = DurationConverter.class,
      description = "Between an answer and a user's next request (default: ${DEFAULT-VALUE}).")
  private Duration think;

  @Option(
      names = "--cpus",
      paramLabel = "N",
      description = "CPUs of a node, such as 8 or 0.5 (default: as many as were measured with).")
  private String cpus;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description =
          "Threads of a node that may block at once, 1 to 20000, for variants whose waiting blocks"
              + " one (default: as many as were measured with).")
  private Integer workers;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description = "Memory of a node, such as 512m or 2g (default: it does not matter).")
  private String memory;

  @Option(
      names = "--slo",
      paramLabel = "SLO",
      description = "Percentiles that must be met, such as p99<400ms.")
  private String slo;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "auto",
      description = "How many nodes there are; auto: the fewest that do (default: auto).")
  private String nodes;

  @Option(
      names = "--max-cpu",
      paramLabel = "PERCENT",
      defaultValue = "70",
      description = "The share of a node's CPUs that may be in use, 1 to 100 (default: 70).")
  private int mostCpu;

  @Option(
      names = "--price",
      paramLabel = "PRICE",
      description =
          "What a CPU costs, such as 0.04/cpu-hour: adds the price of a million requests.")
  private String price;

  @Option(
      names = "--incident",
      paramLabel = "WHAT",
      description =
          "Simulate a minute in which something goes wrong for 20 s: ${COMPLETION-CANDIDATES}.")
  private Incident incident;

  @Option(
      names = "--max-waiting",
      paramLabel = "N",
      description =
          "Requests that a node lets in, where it refuses what is more (default: twice what it holds"
              + " while all is well).")
  private Integer mostWaiting;

  @Option(names = "--json", description = "Print plan.json instead of sentences.")
  private boolean json;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The folder of the page (default: plan, in the first of RESULTS).")
  private Path out;

  @Override
  public Integer call() throws Exception {
    for (Path folder : folders) {
      ExperimentFolder.requireFolder("RESULTS", folder);
    }
    Path path =
        (out == null ? folders.getFirst().resolve("plan") : out).toAbsolutePath().normalize();
    PlanAnswer answer = PlanAnswer.of(request(), folders);
    Curves page = answer.write(path);
    if (json) {
      spec.commandLine().getOut().print(Files.readString(path.resolve("plan.json")));
      spec.commandLine().getOut().flush();
      return 0;
    }
    return MeasurementOptions.print(spec, path, page);
  }

  private PlanRequest request() {
    if (mostCpu < 1 || mostCpu > 100) {
      throw new UsageException("--max-cpu is %d: it may be 1 to 100".formatted(mostCpu));
    }
    return new PlanRequest(
        load(),
        new Instance(
            cpus == null
                ? OptionalDouble.empty()
                : OptionalDouble.of(
                    above0(
                        "--cpus",
                        cpus,
                        matched("--cpus", cpus, NUMBER, "a number such as 8 or 0.5").group())),
            workers == null ? OptionalInt.empty() : LoadSpec.workers(Integer.toString(workers)),
            memory == null ? OptionalLong.empty() : OptionalLong.of(bytes()),
            price == null
                ? OptionalDouble.empty()
                : OptionalDouble.of(
                    Double.parseDouble(
                        matched("--price", price, PRICE, "such as 0.04/cpu-hour").group(1)))),
        new Limits(Optional.ofNullable(slo).map(PlanCommand::slo), nodes(), mostCpu / 100.0),
        trial());
  }

  private Optional<Trial> trial() {
    if (incident == null) {
      if (mostWaiting != null) {
        throw new UsageException("--max-waiting may be given with --incident");
      }
      return Optional.empty();
    }
    if (users == null) {
      throw new UsageException("--incident may be given with --users: it follows each of them");
    }
    return Optional.of(
        new Trial(
            incident,
            mostWaiting == null
                ? OptionalInt.empty()
                : OptionalInt.of(WAITING.check(mostWaiting))));
  }

  private Load load() {
    if ((users == null) == (rate == null)) {
      throw new UsageException("--users or --rate says what is planned for: one of them");
    }
    double waitMs = LoadSpec.DELAY_MS.check(wait.toMillis());
    if (rate != null) {
      if (!think.isZero()) {
        throw new UsageException("--think may be given with --users: a rate does not wait");
      }
      return new OpenLoad(
          above0("--rate", rate, matched("--rate", rate, RATE, "such as 20000/s").group(1)),
          waitMs);
    }
    if (users < 1 || users > MOST_USERS) {
      throw new UsageException("--users is %d: it may be 1 to %d".formatted(users, MOST_USERS));
    }
    return new ClosedLoad(users, think.toMillis(), waitMs);
  }

  private long bytes() {
    Matcher size =
        matched("--memory", memory.toLowerCase(Locale.ROOT), MEMORY, "such as 512m or 2g");
    return Long.parseLong(size.group(1)) << (size.group(2).equals("g") ? 30 : 20);
  }

  private OptionalInt nodes() {
    if (nodes.equals("auto")) {
      return OptionalInt.empty();
    }
    if (!nodes.matches("\\d{1,7}")
        || Integer.parseInt(nodes) < 1
        || Integer.parseInt(nodes) > MOST_NODES) {
      throw new UsageException(
          "--nodes is '%s': it may be auto, or 1 to %d".formatted(nodes, MOST_NODES));
    }
    return OptionalInt.of(Integer.parseInt(nodes));
  }

  private static Slo slo(String text) {
    Slo slo;
    try {
      slo = Slo.of(text);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--slo: %s: it may be %s".formatted(e.getMessage(), Slo.TERMS));
    }
    if (slo.percentileLimits().size() < slo.terms().size()) {
      throw new UsageException(
          "--slo is '%s': percentiles can be predicted, failures and max cannot".formatted(text));
    }
    return slo;
  }

  private static double above0(String option, String text, String number) {
    double value = Double.parseDouble(number);
    if (value <= 0) {
      throw new UsageException("%s is '%s': it may be more than 0".formatted(option, text));
    }
    return value;
  }

  private static Matcher matched(String option, String text, Pattern pattern, String mayBe) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.matches()) {
      throw new UsageException("%s is '%s': it may be %s".formatted(option, text, mayBe));
    }
    return matcher;
  }
}
