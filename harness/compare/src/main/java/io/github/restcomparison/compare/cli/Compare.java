package io.github.restcomparison.compare.cli;

import io.github.restcomparison.compare.experiment.Interruption;
import io.github.restcomparison.compare.options.Options;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.runner.host.Host;
import java.nio.channels.ClosedByInterruptException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line: {@code ./compare
 * run|sweep|capacity|memory|startup|study|report|diff|list|init}.
 */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    resourceBundle = "io.github.restcomparison.compare.options.options",
    versionProvider = Compare.Version.class,
    subcommands = {
      RunCommand.class,
      SweepCommand.class,
      CapacityCommand.class,
      MemoryCommand.class,
      StartUpCommand.class,
      StudyCommand.class,
      ReportCommand.class,
      DiffCommand.class,
      ListCommand.class,
      InitCommand.class,
      GenerateCompletion.class,
      HelpCommand.class
    })
public final class Compare implements Runnable {
  /** The exit code after Ctrl-C. */
  private static final int INTERRUPTED = 130;

  /** Returns the version that the build wrote to the jar's manifest. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"compare " + Compare.class.getPackage().getImplementationVersion()};
    }
  }

  private Compare() {}

  /** Runs the command and exits with its code. */
  public static void main(String[] args) {
    // Otherwise SLF4J prints that it has no logger.
    System.setProperty("slf4j.internal.verbosity", "ERROR");
    System.exit(execute(commandLine(), args));
  }

  static int execute(CommandLine compare, String... args) {
    for (String each : args) {
      // The JVM's replacement of bytes that its locale does not have.
      if (each.indexOf('\ufffd') >= 0) {
        compare.getErr().printf("compare: %s: an argument must be text in UTF-8%n", each);
        return CommandLine.ExitCode.USAGE;
      }
    }
    return compare.execute(args);
  }

  static CommandLine commandLine() {
    // Records, file names and messages are the same in every locale.
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    CommandLine compare = new CommandLine(new Compare());
    compare.getSubcommands().values().forEach(Compare::explain);
    return compare
        // -d @FILE is the body of a request.
        .setExpandAtFiles(false)
        .setUsageHelpWidth(110)
        .setUsageHelpAutoWidth(true)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(
            (e, arguments) -> {
              e.getCommandLine().getErr().println("compare: " + explained(e, arguments));
              return CommandLine.ExitCode.USAGE;
            })
        .setExecutionExceptionHandler(
            (e, command, parsed) -> {
              if (isInterrupted(e) || Interruption.isUnderWay()) {
                return INTERRUPTED;
              }
              if (parsed.originalArgs().contains("--verbose")) {
                e.printStackTrace(command.getErr());
              }
              command.getErr().println("compare: " + oneLine(e));
              return e instanceof SettingException
                  ? CommandLine.ExitCode.USAGE
                  : CommandLine.ExitCode.SOFTWARE;
            });
  }

  @Override
  public void run() {
    throw new SettingException("missing command; see --help");
  }

  private static void explain(CommandLine command) {
    Options.add(command.getCommandSpec());
    command.getCommandSpec().usageMessage().abbreviateSynopsis(true).sortOptions(false);
    command
        .getCommandSpec()
        .addOption(
            OptionSpec.builder("--verbose").description("Print stack traces of errors.").build());
  }

  /** Returns whether an interruption is among the causes: it also closes a file that is read. */
  private static boolean isInterrupted(Throwable e) {
    return e instanceof InterruptedException
        || e instanceof ClosedByInterruptException
        || e.getCause() != null && isInterrupted(e.getCause());
  }

  /** Returns the error, with the option or command that was probably meant. */
  private static String explained(ParameterException e, String... arguments) {
    CommandSpec command = e.getCommandLine().getCommandSpec();
    String argument =
        e instanceof UnmatchedArgumentException unmatched
            ? unmatched.getUnmatched().getFirst()
            : "";
    Optional<String> ofCurl =
        Optional.of(command)
            .filter(each -> each.findOption("--get") != null)
            .flatMap(_ -> CurlOption.replacement(argument, List.of(arguments)));
    if (ofCurl.isPresent() || argument.isEmpty()) {
      return ofCurl.orElseGet(() -> oneLine(e));
    }
    boolean isOption = argument.startsWith("-");
    String written = isOption ? argument.split("=", 2)[0] : argument;
    Set<String> known = isOption ? command.optionsMap().keySet() : command.subcommands().keySet();
    // Each option of one letter is near to every other one.
    boolean isLetter = isOption && written.length() == 2;
    String meant = isLetter ? "" : SettingException.didYouMean(written, known);
    if (!isOption && !known.isEmpty()) {
      return "unknown command '%s'%s; valid: %s"
          .formatted(written, meant, String.join(", ", known));
    }
    String what = isOption ? "unknown option" : "unexpected argument";
    return "%s '%s'%s; see %s --help".formatted(what, written, meant, command.qualifiedName());
  }

  /** Returns the message of an error as one line. */
  static String oneLine(Exception e) {
    return Host.message(e).replaceAll("\\s*\\R\\s*", " ");
  }
}
