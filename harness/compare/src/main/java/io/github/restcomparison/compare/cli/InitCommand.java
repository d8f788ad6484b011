package io.github.restcomparison.compare.cli;

import io.github.restcomparison.compare.file.CompareFile;
import io.github.restcomparison.records.settings.SettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code compare init}: a commented compare.yaml, and its schema for editors. */
@Command(name = "init", mixinStandardHelpOptions = true)
final class InitCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  /** Gets the files: the folder in which the command was typed. */
  Path folder = Path.of("");

  @Option(names = "--force")
  private boolean force;

  @Override
  public Integer call() throws IOException {
    Map<Path, String> files = CompareFile.templates();
    for (Path file : files.keySet()) {
      if (!force && Files.exists(folder.resolve(file))) {
        throw new SettingException(file + " exists; --force replaces it");
      }
    }
    for (Map.Entry<Path, String> each : files.entrySet()) {
      Files.writeString(folder.resolve(each.getKey()), each.getValue());
      spec.commandLine().getOut().println(each.getKey());
    }
    return 0;
  }
}
