package io.github.restcomparison.compare.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.restcomparison.compare.file.CompareFile;
import io.github.restcomparison.records.settings.SettingException;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InitTest {
  @TempDir private Path folder;

  @Test
  void filesAreReplacedWithForce() throws Exception {
    assertThat(init("init")).isZero();
    Map<Path, String> templates = CompareFile.templates();
    for (Path file : templates.keySet()) {
      Files.writeString(folder.resolve(file), "mine");
    }
    assertThat(init("init", "--force")).isZero();
    templates.forEach((file, text) -> assertThat(folder.resolve(file)).hasContent(text));
  }

  /** With one file of the user and one new file, the two might not fit. */
  @Test
  void nothingIsWrittenIfOneFileExists() throws Exception {
    for (Path file : CompareFile.templates().keySet()) {
      Path mine = Files.writeString(folder.resolve(file), "mine");
      assertThatExceptionOfType(SettingException.class)
          .isThrownBy(() -> init("init"))
          .withMessage(file + " exists; --force replaces it");
      assertThat(mine).hasContent("mine");
      assertThat(folder.toFile().list()).containsExactly(file.toString());
      Files.delete(mine);
    }
  }

  private int init(String... words) throws IOException {
    InitCommand command = (InitCommand) Typed.command(new StringWriter(), words).userObject();
    command.folder = folder;
    return command.call();
  }
}
