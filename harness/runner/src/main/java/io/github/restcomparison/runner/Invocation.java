package io.github.restcomparison.runner;

import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.records.settings.Settings;
import io.github.restcomparison.runner.host.ParentProcess;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How the JVM of a run was started.
 *
 * @param project the folder with the services' modules in it
 * @param parent the process that leads the session
 */
public record Invocation(Path project, ParentProcess parent) {

  /**
   * Reads {@code -Dproject} and {@code -DexitWithParent}, which the build sets; a simulation
   * started by hand leads a session of its own. {@code -DleaderPid} is the process that must be the
   * parent: if it ended before this JVM read its parent, the kernel has given it another one.
   *
   * @throws SettingException if the parent is another process
   */
  public static Invocation of(Settings settings) {
    ProcessHandle self = ProcessHandle.current();
    return new Invocation(
        Path.of(settings.get("project").orElse("")).toAbsolutePath().normalize(),
        settings.flag("exitWithParent") ? parent(settings, self) : ParentProcess.of(self));
  }

  private static ParentProcess parent(Settings settings, ProcessHandle self) {
    ProcessHandle parent = self.parent().orElse(self);
    String expected = settings.get("leaderPid").orElse(Long.toString(parent.pid()));
    if (!expected.equals(Long.toString(parent.pid()))) {
      throw new SettingException(
          "-DleaderPid %s: the leader has ended, process %d is the parent"
              .formatted(expected, parent.pid()));
    }
    return ParentProcess.of(parent);
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
}
