package io.github.restcomparison.runner;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.runner.settings.RunRequest.RunId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("changes the locale of the JVM")
class SessionTest {
  @TempDir private Path temp;
  private Path path;
  private final ProcessHandle self = ProcessHandle.current();

  private static final RunId FIRST = RunId.next("vertx-rest");
  private static final String RUN = FIRST.folder(1);

  @BeforeEach
  void path() {
    path = temp.resolve("comparison");
  }

  private Path open(String session, ProcessHandle leader) throws IOException {
    return new Session(leader).open(path, session);
  }

  private void run(String session, ProcessHandle leader) throws IOException {
    Files.createDirectories(open(session, leader).resolve("runs").resolve(RUN));
  }

  @Test
  void runsOfOneSessionShareAFolder() throws IOException {
    run("s1", self);
    assertThat(Session.position(open("s1", self), FIRST)).isEqualTo(2);
    assertThat(path.resolve("runs/01-01-vertx-rest")).isDirectory();
  }

  @Test
  void newSessionRenamesTheOldFolder() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    run("s1", gone.toHandle());
    assertThat(Session.position(open("s2", self), FIRST)).isEqualTo(1);
    assertThat(temp.resolve("comparison-s1/runs/01-01-vertx-rest")).isDirectory();
  }

  @Test
  void runningSessionKeepsItsFolder() throws Exception {
    Process other = new ProcessBuilder("sleep", "30").start();
    try {
      run("s1", other.toHandle());
      assertThat(open("s2", self)).isEqualTo(temp.resolve("comparison-s2"));
      assertThat(path.resolve("runs/01-01-vertx-rest")).isDirectory();
    } finally {
      other.destroyForcibly().waitFor();
    }
  }

  @Test
  void nameOfAVariantCannotLeaveTheFolder() throws IOException {
    Path run = path.resolve(RunId.next("../../etc/\u0000x y").folder(1));
    assertThat(run.normalize().getParent()).isEqualTo(path);
    assertThat(Files.createDirectories(run)).isDirectory();
  }

  @Test
  void repeatedRunHasASeparateFolder() {
    assertThat(RUN).isEqualTo("01-01-vertx-rest");
    assertThat(RunId.of("vertx-rest", 3, 2).folder(2)).isEqualTo("03-02-vertx-rest-repeated");
  }

  @Test
  void linksAreRelativeToThePages() {
    assertThat(Session.link(path, temp.resolve("gatling/x-1/index.html")))
        .isEqualTo("../gatling/x-1/index.html");
  }

  @Test
  void nameOfAFolderIsTheSameInEveryLocale() {
    Locale before = Locale.getDefault(Locale.Category.FORMAT);
    Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag("ar-EG"));
    try {
      assertThat(RunId.next("a").folder(7)).isEqualTo("01-07-a");
    } finally {
      Locale.setDefault(Locale.Category.FORMAT, before);
    }
  }
}
