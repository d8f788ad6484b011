package io.github.restcomparison.runner;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.runner.settings.RunRequest.RunId;
import io.github.restcomparison.runner.settings.RunRequest.RunPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonFolderTest {
  @TempDir private Path temp;
  private Path path;
  private final ProcessHandle self = ProcessHandle.current();

  private static final RunId FIRST = new RunId(1, OptionalInt.empty(), 1);
  private static final String RUN = FIRST.folder(1, "vertx-rest");

  @BeforeEach
  void path() {
    path = temp.resolve("comparison");
  }

  private ComparisonFolder open(String session, ProcessHandle leader) throws IOException {
    return ComparisonFolder.open(new RunPlace(temp, path, session, FIRST), leader);
  }

  @Test
  void runsOfOneSessionShareAFolder() throws IOException {
    open("s1", self).run(FIRST, 1, "vertx-rest");
    ComparisonFolder folder = open("s1", self);
    assertThat(folder.position(FIRST)).isEqualTo(2);
    assertThat(path.resolve("runs/01-01-vertx-rest")).isDirectory();
  }

  @Test
  void newSessionRenamesTheOldFolder() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    open("s1", gone.toHandle()).run(FIRST, 1, "vertx-rest");
    assertThat(open("s2", self).position(FIRST)).isEqualTo(1);
    assertThat(temp.resolve("comparison-s1/runs/01-01-vertx-rest")).isDirectory();
  }

  @Test
  void runningSessionKeepsItsFolder() throws Exception {
    Process other = new ProcessBuilder("sleep", "30").start();
    try {
      open("s1", other.toHandle()).run(FIRST, 1, "vertx-rest");
      ComparisonFolder own = open("s2", self);
      assertThat(own.path()).isEqualTo(temp.resolve("comparison-s2"));
      assertThat(path.resolve("runs/01-01-vertx-rest")).isDirectory();
    } finally {
      other.destroyForcibly().waitFor();
    }
  }

  @Test
  void nameOfAVariantCannotLeaveTheFolder() throws IOException {
    ComparisonFolder folder = open("s1", self);
    Path run = folder.run(FIRST, 1, "../../etc/\u0000x y").path();
    assertThat(run.getParent()).isEqualTo(path.resolve("runs"));
    assertThat(Files.isDirectory(run)).isTrue();
  }

  @Test
  void repeatedRunHasAFolderOfItsOwn() {
    assertThat(RUN).isEqualTo("01-01-vertx-rest");
    assertThat(new RunId(3, OptionalInt.of(2), 2).folder(2, "vertx-rest"))
        .isEqualTo("03-02-vertx-rest-repeated");
  }

  @Test
  void linksAreRelativeToThePages() {
    ComparisonFolder folder = new ComparisonFolder(path);
    assertThat(folder.link(temp.resolve("gatling/x-1/index.html")))
        .isEqualTo("../gatling/x-1/index.html");
  }

  @Test
  void nameOfAFolderIsTheSameInEveryLocale() {
    Locale before = Locale.getDefault(Locale.Category.FORMAT);
    Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag("ar-EG"));
    try {
      assertThat(FIRST.folder(7, "a")).isEqualTo("01-07-a");
    } finally {
      Locale.setDefault(Locale.Category.FORMAT, before);
    }
  }
}
