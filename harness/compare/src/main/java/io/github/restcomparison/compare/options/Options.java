package io.github.restcomparison.compare.options;

import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.compare.file.CompareFile;
import io.github.restcomparison.records.plan.SettingTree;
import io.github.restcomparison.records.study.Study;
import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/**
 * The options of commands that measure, in groups that commands take as they need them. A field
 * names the setting that it sets. Its text is in {@code options.properties}; a command can have its
 * own text there. {@link PlanReader} reads what was typed.
 */
public final class Options {
  private static final Pattern RANGE = Pattern.compile("(\\d{1,6})\\.\\.(\\d{1,6})x(\\d{1,3})");

  private Options() {}

  /** The setting of the plan that an option sets. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.FIELD)
  @interface Sets {
    /** Its path in the tree of settings, such as {@code load/users}. */
    String value();

    /** What must be so that the option has an effect; without it, the option is refused. */
    Need needs() default Need.NOTHING;
  }

  /** What an option may depend on. */
  enum Need {
    NOTHING(""),
    SERVICE("a service of yours (--service or --file)"),
    REQUEST("--get"),
    RATE("--rate"),
    /** The load lasts for some time. */
    TIME("--rate, or a service of yours"),
    VARIANTS("variants of this project only"),
    /** A waiting request blocks a thread of what is compared. */
    WORKERS("a variant whose waiting blocks a thread, or a service of yours"),
    CLUSTER("--runtime kubernetes");

    /** What is needed, to follow "requires". */
    final String text;

    Need(String text) {
      this.text = text;
    }
  }

  /**
   * Returns the values of a list; {@code 16..64x2} in it is 16, 32, 64.
   *
   * @param said what the user typed
   * @throws UsageException if a range does not grow
   */
  public static List<String> values(String said, String list) {
    List<String> values = new ArrayList<>();
    for (String part : list.split(",", -1)) {
      Matcher range = RANGE.matcher(part.strip());
      if (!range.matches()) {
        values.add(part.strip());
        continue;
      }
      int factor = Integer.parseInt(range.group(3));
      long from = Long.parseLong(range.group(1));
      long to = Long.parseLong(range.group(2));
      if (from < 1 || to < from || factor < 2) {
        throw new UsageException("%s: '%s' does not grow".formatted(said, part.strip()));
      }
      for (long value = from; value <= to; value *= factor) {
        values.add(Long.toString(value));
      }
    }
    return values.stream().distinct().toList();
  }

  /** What is compared. */
  public static final class Compared {
    @Sets("variants")
    @Option(names = "--variants", paramLabel = "NAMES", completionCandidates = VariantNames.class)
    private String variants;

    @Sets("service")
    @Option(names = "--service", paramLabel = "NAME=SERVICE")
    private List<String> services;

    @Option(names = "--file", paramLabel = "FILE")
    private Path file;

    @Sets(value = "env", needs = Need.SERVICE)
    @Option(names = "--env", paramLabel = "NAME:KEY=VALUE")
    private List<String> env;

    @Sets(value = "ready", needs = Need.SERVICE)
    @Option(names = "--ready", paramLabel = "PATH")
    private String ready;

    /** Returns what is in the file that is named; if nothing is named, in the usual one. */
    SettingTree file() throws IOException {
      Path usual = Path.of(CompareFile.NAME);
      boolean isUsual = variants == null && services == null && Files.exists(usual);
      Path read = file == null && isUsual ? usual : file;
      return read == null ? new SettingTree() : CompareFile.read(read);
    }
  }

  /** What services of the user's are asked, as curl has it. */
  public static final class Request {
    @Sets(value = "request/path", needs = Need.SERVICE)
    @Option(names = "--get", paramLabel = "PATH")
    private String path;

    @Sets(value = "request/method", needs = Need.REQUEST)
    @Option(
        names = {"-X", "--method"},
        paramLabel = "METHOD")
    private String method;

    @Sets(value = "request/headers", needs = Need.REQUEST)
    @Option(
        names = {"-H", "--header"},
        paramLabel = "NAME:VALUE")
    private List<String> headers;

    @Sets(value = "request/body", needs = Need.REQUEST)
    @Option(
        names = {"-d", "--data"},
        paramLabel = "BODY")
    private String body;

    @Sets(value = "request/expect", needs = Need.REQUEST)
    @Option(names = "--expect", paramLabel = "WHAT")
    private List<String> expect;

    @Sets(value = "workload/timeout", needs = Need.SERVICE)
    @Option(names = "--timeout", paramLabel = "TIME")
    private String timeout;

    @Sets(value = "workload/insecure", needs = Need.SERVICE)
    @Option(names = "--insecure")
    private boolean insecure;

    @Sets(value = "simulation", needs = Need.SERVICE)
    @Option(names = "--simulation", paramLabel = "JAR:CLASS")
    private String simulation;
  }

  /** Users who wait for each response. */
  public static final class Users {
    @Sets("load/users")
    @Option(names = "--users", paramLabel = "N")
    private String users;

    @Sets("load/requests")
    @Option(names = "--requests", paramLabel = "N")
    private String requests;
  }

  /** How long a load lasts. */
  public static class Length {
    @Sets(value = "load/duration", needs = Need.TIME)
    @Option(names = "--duration", paramLabel = "TIME")
    private String duration;
  }

  /** Requests at a rate, and what else only {@code run} has. */
  public static final class Rate extends Length {
    @Sets("load/rate")
    @Option(names = "--rate", paramLabel = "RATE")
    private String rate;

    @Sets(value = "load/wait", needs = Need.VARIANTS)
    @Option(names = "--wait", paramLabel = "KIND")
    private String wait;
  }

  /** The connections of an open model. */
  public static final class Connections {
    @Sets(value = "load/connections", needs = Need.RATE)
    @Option(names = "--connections", paramLabel = "N")
    private String connections;
  }

  /** What a request waits for. */
  public static class Delay {
    @Sets("load/delay")
    @Option(names = "--delay", paramLabel = "TIME")
    private String delay;
  }

  /** What a request waits for, and how many may. */
  public static final class Waiting extends Delay {
    @Sets(value = "load/workers", needs = Need.WORKERS)
    @Option(names = "--workers", paramLabel = "N")
    private String workers;
  }

  /** What a search must meet. */
  public static final class Objective {
    @Sets("slo")
    @Option(names = "--slo", paramLabel = "TERMS")
    private String slo;
  }

  /** What all loads have. */
  public static final class WarmUp {
    @Sets("load/warmUp")
    @Option(names = "--warm-up", paramLabel = "TIME")
    private String warmUp;

    @Sets("load/protocol")
    @Option(names = "--protocol", paramLabel = "NAME")
    private String protocol;
  }

  /** How often something is measured. */
  public static class Repeats {
    @Sets("design/rounds")
    @Option(names = "--rounds", paramLabel = "N")
    private String rounds;
  }

  /** How often variants are measured, and until when. */
  public static final class Rounds extends Repeats {
    @Sets("design/time")
    @Option(names = "--for", paramLabel = "TIME")
    private String time;

    @Sets("design/control")
    @Option(names = "--control", paramLabel = "NAME", completionCandidates = VariantNames.class)
    private String control;
  }

  /** What services run in. */
  public static final class Runtime {
    @Sets("runtime")
    @Option(names = "--runtime", paramLabel = "NAME")
    private String runtime;

    @Sets(value = "cluster/namespace", needs = Need.CLUSTER)
    @Option(names = "--namespace", paramLabel = "NAME")
    private String namespace;

    @Sets(value = "cluster/injectors", needs = Need.CLUSTER)
    @Option(names = "--injectors", paramLabel = "N")
    private String injectors;

    @Sets(value = "cluster/images", needs = Need.CLUSTER)
    @Option(names = "--images", paramLabel = "PREFIX")
    private String images;

    @Sets(value = "cluster/tag", needs = Need.CLUSTER)
    @Option(names = "--image-tag", paramLabel = "TAG")
    private String tag;
  }

  /** Where results go. */
  public static final class Output {
    /** The usual folder; not under target, which a build may clean. */
    public static final Path RESULTS = Path.of("results");

    @Option(names = "--out", paramLabel = "DIR")
    private Path out;

    @Option(names = "--resume", paramLabel = "DIR")
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

  /** The names of the studies, for help texts and the shell's completion. */
  public static final class StudyNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Study.all().stream().map(Study::name).iterator();
    }
  }
}
