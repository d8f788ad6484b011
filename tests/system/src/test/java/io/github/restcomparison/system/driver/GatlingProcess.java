package io.github.restcomparison.system.driver;

import io.github.restcomparison.records.Gate;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The real Gatling with a simulation of this project, in a JVM and folders of its own. */
public final class GatlingProcess extends ChildProcess {

  /** Before a command: a shell starts what is in its background with SIGINT ignored, for ever. */
  public static final List<String> HEEDS_SIGINT = List.of("env", "--default-signal=INT");

  private static final Set<Gate> BUSY_HOST = Set.of(Gate.HOST, Gate.GENERATOR, Gate.LITTLES_LAW);

  private GatlingProcess(ProcessBuilder builder, Path output) throws IOException {
    super(builder, output);
  }

  /** Starts a simulation with Gatling's own report, which other tests do without. */
  public static GatlingProcess startWithReport(Path folder, String simulation, String... properties)
      throws IOException {
    return start(List.of(), folder, QuickJvms.gatling(folder, simulation), properties);
  }

  /** Starts a simulation; what is in {@code properties} is {@code name=value}. */
  public static GatlingProcess start(Path folder, String simulation, String... properties)
      throws IOException {
    return start(List.of(), folder, simulation, properties);
  }

  /** The same behind a command of the shell's, such as one that lowers a limit first. */
  public static GatlingProcess start(
      List<String> prefix, Path folder, String simulation, String... properties)
      throws IOException {
    List<String> gatling = QuickJvms.gatling(folder, simulation);
    gatling.add("--no-reports");
    return start(prefix, folder, gatling, properties);
  }

  private static GatlingProcess start(
      List<String> prefix, Path folder, List<String> gatling, String... properties)
      throws IOException {
    List<String> command = new ArrayList<>(prefix);
    gatling.addAll(
        gatling.indexOf("-cp"), Stream.of(properties).map(property -> "-D" + property).toList());
    // JVMs that end together would wait for one lock of the user's preferences, and warn.
    Files.createDirectories(folder.resolve(".java/.userPrefs"));
    gatling.add(gatling.indexOf("-cp"), "-Djava.util.prefs.userRoot=" + folder);
    command.addAll(gatling);
    Path output = Files.createTempFile(folder, "gatling", ".out");
    return new GatlingProcess(new ProcessBuilder(command), output);
  }

  /** What it said in this project's name. */
  public List<String> lines() throws IOException {
    return output().lines().filter(line -> line.startsWith("rest-comparison: ")).toList();
  }

  /** The service that it has started, once the load is on it. */
  public ProcessHandle serviceUnderLoad() throws Exception {
    untilTheLoadBegins();
    return process()
        .descendants()
        .filter(each -> each.info().command().orElse("").endsWith("java")) // not its guard
        .filter(each -> each.children().findAny().isEmpty())
        .findFirst()
        .orElseThrow();
  }

  /** Waits until the warm-up has ended and requests are measured. */
  public void untilItMeasures() throws Exception {
    until(() -> output().contains("measuring "));
  }

  /** The service has been checked, and the load begins. */
  public void untilTheLoadBegins() throws Exception {
    until(() -> output().contains("responds as expected"));
  }

  /** The records in a comparison, in the order of the runs. */
  public static List<RunRecord> records(Path comparison) throws IOException {
    List<RunRecord> records = new ArrayList<>();
    try (Stream<Path> runs = Files.list(comparison.resolve("runs"))) {
      for (Path run : runs.sorted().toList()) {
        records.add(new RunFolder(run).readRecord());
      }
    }
    return records;
  }

  /**
   * What the gates object to in the service. Those that a busy host shuts are left out: the tests
   * share theirs with whatever else runs on it, and a load of a second or two, on JVMs that have
   * just started, is idle for long enough between two requests to miss Little's law.
   */
  public static List<String> objections(RunRecord record) {
    return record.judgement().gates().stream()
        .filter(result -> !BUSY_HOST.contains(result.gate()))
        .flatMap(result -> result.objections().stream())
        .toList();
  }
}
