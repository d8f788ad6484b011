package io.github.restcomparison.system.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The real {@code compare}, as its script starts it, in a JVM of its own. */
public final class CompareProcess extends ChildProcess {
  private static final Set<String> MEASURING =
      Set.of("run", "study", "sweep", "capacity", "memory");

  private CompareProcess(ProcessBuilder builder, Path output) throws IOException {
    super(builder, output);
  }

  /** Starts it; {@code folder} gets what it prints. */
  public static CompareProcess start(Path folder, String... arguments) throws IOException {
    return start(List.of(), folder, arguments);
  }

  /** The same behind another command, such as one that gives it a disk of its own. */
  public static CompareProcess start(List<String> prefix, Path folder, String... arguments)
      throws IOException {
    return start(Map.of(), prefix, folder, arguments);
  }

  /** The same with more variables in its environment. */
  public static CompareProcess start(
      Map<String, String> environment, List<String> prefix, Path folder, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(prefix);
    boolean hasImages =
        Stream.of(arguments).anyMatch(each -> each.matches("(--runtime=)?(docker|kubernetes)"));
    command.addAll(QuickJvms.compare(folder, hasImages));
    command.addAll(List.of(arguments));
    if (MEASURING.contains(arguments[0])) {
      command.add("--allow-concurrent"); // tests run beside one another
    }
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    return new CompareProcess(builder, Files.createTempFile(folder, "compare", ".out"));
  }
}
