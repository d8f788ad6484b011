package io.github.restcomparison.runner;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.runner.host.ParentProcess;
import io.github.restcomparison.runner.settings.RunId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonFolderTest {
  @TempDir private Path temp;
  private Path path;
  private final ParentProcess self = ParentProcess.of(ProcessHandle.current());
  private final ParentProcess gone =
      new ParentProcess(ProcessHandle.current().pid(), Instant.EPOCH);

  private static final RunId FIRST = new RunId(1, OptionalInt.empty(), 1);
  private static final String RUN = FIRST.folder(1, "vertx-rest");

  @BeforeEach
  void path() {
    path = temp.resolve("comparison");
  }

  @Test
  void runsOfOneSessionShareAFolder() throws IOException {
    ComparisonFolder.open(path, "s1", self).newRun(FIRST, "vertx-rest");
    ComparisonFolder folder = ComparisonFolder.open(path, "s1", self);
    assertThat(folder.runs()).isEqualTo(1);
    assertThat(path.resolve("runs/01-01-vertx-rest")).isDirectory();
  }

  @Test
  void newSessionRenamesTheOldFolder() throws IOException {
    ComparisonFolder.open(path, "s1", gone).newRun(FIRST, "vertx-rest");
    assertThat(ComparisonFolder.open(path, "s2", self).runs()).isZero();
    assertThat(temp.resolve("comparison-s1/runs/01-01-vertx-rest")).isDirectory();
  }

  @Test
  void runningSessionKeepsItsFolder() throws Exception {
    Process other = new ProcessBuilder("sleep", "30").start();
    try {
      ComparisonFolder.open(path, "s1", ParentProcess.of(other.toHandle()))
          .newRun(FIRST, "vertx-rest");
      ComparisonFolder own = ComparisonFolder.open(path, "s2", self);
      assertThat(own.path()).isEqualTo(temp.resolve("comparison-s2"));
      assertThat(path.resolve("runs/01-01-vertx-rest")).isDirectory();
    } finally {
      other.destroyForcibly().waitFor();
    }
  }

  @Test
  void nameOfAVariantCannotLeaveTheFolder() throws IOException {
    ComparisonFolder folder = ComparisonFolder.open(path, "s1", self);
    Path run = folder.newRun(FIRST, "../../etc/\u0000x y").folder().path();
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
}
