package io.github.restcomparison.runner;

import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.runner.host.HostLock;
import io.github.restcomparison.runner.host.ParentProcess;
import io.github.restcomparison.runner.settings.RunId;
import io.github.restcomparison.servicekit.SettingException;
import io.github.restcomparison.servicekit.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * Where a run belongs: its session, its round, and the folders that it reads and writes.
 *
 * @param project the folder with the services' modules in it
 * @param results where Gatling makes a folder for each run
 * @param comparison where the runs of a session are compared
 * @param session a name that all runs of one session share
 * @param parent the process that leads the session
 * @param runId its round and position in the session
 */
public record RunPlace(
    Path project,
    Path results,
    Path comparison,
    String session,
    ParentProcess parent,
    RunId runId) {

  /**
   * Reads {@code -Dproject}, {@code -Dresults}, {@code -Dcomparison}, {@code -Dsession} and {@code
   * -DexitWithParent}, which the build sets; a simulation started by hand leads a session of its
   * own in the folders of the project that it is started in. {@code -DleaderPid} says who must be
   * the parent, for one that was orphaned before it could look.
   */
  public static RunPlace of(Settings settings) {
    Path project = Path.of(settings.text("PROJECT", "")).toAbsolutePath().normalize();
    Path target = project.resolve("gatling/target");
    ProcessHandle self = ProcessHandle.current();
    boolean led = settings.oneOf("EXIT_WITH_PARENT", "false", "true", "false").equals("true");
    return new RunPlace(
        project,
        Path.of(settings.text("RESULTS", target.resolve("gatling").toString())),
        Path.of(settings.text("COMPARISON", target.resolve("comparison").toString())),
        settings.text("SESSION", Instant.now().toString().replaceAll("[^0-9T]", "")),
        led ? parent(settings, self) : ParentProcess.of(self),
        RunId.of(settings));
  }

  private static ParentProcess parent(Settings settings, ProcessHandle self) {
    ProcessHandle parent = self.parent().orElse(self);
    String expected = settings.text("LEADER_PID", Long.toString(parent.pid()));
    if (!expected.equals(Long.toString(parent.pid()))) {
      throw new SettingException(
          "LEADER_PID (-DleaderPid) is '%s': process %d is the parent, the leader has gone"
              .formatted(expected, parent.pid()));
    }
    return ParentProcess.of(parent);
  }

  /**
   * Takes this host for the session, unless another one has it.
   *
   * @return what to say to the person who started the run, where another one has it
   * @throws IOException where the lock cannot be used
   */
  public Optional<String> takeHost() throws IOException {
    return HostLock.ofThisHost()
        .take(parent)
        .map(
            other ->
                ("another measurement runs on this host (process %d): two at once measure one"
                        + " another. Wait for it, or allow it with -DallowConcurrent=true")
                    .formatted(other.pid()));
  }

  /**
   * Watches the leader from a thread of its own: a run that nobody leads any more must not go on.
   *
   * @param then is called within a second of the leader's end, however it ended
   */
  public void whenLeaderIsGone(Runnable then) {
    if (parent.pid() == ProcessHandle.current().pid()) {
      return;
    }
    Thread.ofVirtual()
        .name("leader-watch")
        .start(
            () -> {
              try {
                // The kernel gives an orphan another parent at once, reaped or not.
                while (current().filter(parent::equals).isPresent()) {
                  Thread.sleep(500);
                }
                then.run();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }

  private static Optional<ParentProcess> current() {
    return ProcessHandle.current().parent().map(ParentProcess::of);
  }

  /** Opens the folder of the comparison for this session. */
  ComparisonFolder open() throws IOException {
    return ComparisonFolder.open(comparison, session, parent);
  }

  /** Where a run of this session writes its record. */
  record Slot(ComparisonFolder comparison, RunFolder folder, int position) {}

  /** Makes the folder of the session's next run. */
  Slot newRun(String variant) throws IOException {
    ComparisonFolder folder = open();
    int position = runId.position().orElse(folder.runs() + 1);
    return new Slot(folder, folder.newRun(runId.folder(position, variant)), position);
  }
}
