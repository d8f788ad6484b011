package io.github.restcomparison.servicekit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TemporaryFolderTest {

  @Test
  void goesWithAllThatIsInIt() throws IOException {
    Path path;
    try (TemporaryFolder folder = TemporaryFolder.named("test")) {
      path = folder.path();
      Files.createDirectories(path.resolve("a/b"));
      Files.writeString(path.resolve("a/b/file"), "something");
    }
    assertThat(path).doesNotExist();
  }

  @Test
  void oneThatHasGoneAlreadyIsNoError() throws IOException {
    TemporaryFolder folder = TemporaryFolder.named("test");
    folder.close();
    folder.close();
    assertThat(folder.path()).doesNotExist();
  }
}
