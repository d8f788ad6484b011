package io.github.restcomparison.runner;

import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.records.settings.Settings;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How the JVM of a run was started.
 *
 * @param project the folder with the services' modules in it
 * @param leader the process that leads the session, such as Maven, which starts several Gatling
 *     JVMs one after the other
 */
public record Invocation(Path project, ProcessHandle leader) {

  /**
   * Reads {@code -Dproject} and {@code -DexitWithParent}, which the build sets; a simulation
   * started by hand leads a session of its own. {@code -DleaderPid} is the process that must be the
   * parent: if it ended before this JVM read its parent, the kernel has given it another one.
   *
   * @throws SettingException if the parent is another process
   */
  public static Invocation of(Settings settings) {
    ProcessHandle self = ProcessHandle.current();
    ProcessHandle leader = settings.flag("exitWithParent") ? self.parent().orElse(self) : self;
    String pid = Long.toString(leader.pid());
    String expected = settings.get("leaderPid").orElse(pid);
    if (!expected.equals(pid)) {
      throw new SettingException(
          "-DleaderPid %s: the leader has ended, process %s is the parent"
              .formatted(expected, pid));
    }
    return new Invocation(
        Path.of(settings.get("project").orElse("")).toAbsolutePath().normalize(), leader);
  }

  /**
   * Watches the leader from a thread of its own: a run that nobody leads any more must not go on.
   *
   * @param then is called within a second of the leader's end, however it ended
   */
  public void whenLeaderIsGone(Runnable then) {
    ProcessHandle self = ProcessHandle.current();
    if (leader.equals(self)) {
      return;
    }
    Thread.ofVirtual()
        .name("leader-watch")
        .start(
            () -> {
              try {
                // The kernel gives an orphan another parent at once, reaped or not.
                while (self.parent().equals(Optional.of(leader))) {
                  Thread.sleep(500);
                }
                then.run();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }
}
