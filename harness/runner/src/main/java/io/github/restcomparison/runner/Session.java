package io.github.restcomparison.runner;

import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.runner.settings.RunRequest.RunId;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The runs that one process leads, such as Maven, which starts several Gatling JVMs one after the
 * other, or {@code compare}. They are compared with one another, in a separate folder.
 */
public record Session(ProcessHandle leader) {

  /**
   * Reads {@code -DexitWithParent}, which the build sets; a simulation started by hand leads its
   * own session. {@code -DleaderPid} is the process that must be the parent: if it ended before
   * this JVM read its parent, the kernel has given it another one.
   *
   * @throws SettingException if the parent is another process
   */
  public static Session of(RunProperties properties) {
    ProcessHandle self = ProcessHandle.current();
    ProcessHandle leader = properties.flag("exitWithParent") ? self.parent().orElse(self) : self;
    String pid = Long.toString(leader.pid());
    String expected = properties.get("leaderPid").orElse(pid);
    SettingException.refuseIf(
        !expected.equals(pid),
        "-DleaderPid %s: the leader has ended, process %s is the parent",
        expected,
        pid);
    return new Session(leader);
  }

  /**
   * Watches the leader in a separate thread: a run without its leader must end.
   *
   * @param action is called within a second of the leader's end, for any reason
   */
  public void onLeaderEnd(Runnable action) {
    ProcessHandle self = ProcessHandle.current();
    if (leader.equals(self)) {
      return;
    }
    Thread.startVirtualThread(
        () -> {
          try {
            // The kernel gives an orphan another parent immediately, reaped or not.
            while (self.parent().equals(Optional.of(leader))) {
              Thread.sleep(500);
            }
            action.run();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  /**
   * Opens the folder with the session's runs. It renames the folder of the previous session, or, if
   * that one is still running, uses one with another name, so that no measurement is lost.
   *
   * @param name of the session
   * @throws IOException if the folder cannot be created
   */
  Path open(Path folder, String name) throws IOException {
    Path mark = folder.resolve("session");
    if (Files.isRegularFile(mark)) {
      List<String> before = Files.readAllLines(mark);
      String other = before.getFirst();
      String otherLeader = before.getLast();
      if (!other.equals(name)) {
        if (!otherLeader.equals(unique(leader))
            && ProcessHandle.allProcesses().anyMatch(each -> unique(each).equals(otherLeader))) {
          return open(folder.resolveSibling(folder.getFileName() + "-" + name), name);
        }
        Files.move(folder, folder.resolveSibling(folder.getFileName() + "-" + other));
      }
    }
    Files.createDirectories(folder.resolve("runs"));
    String text = name + "\n" + unique(leader);
    RunFolder.writeWhole(mark, text.getBytes(StandardCharsets.UTF_8));
    return folder;
  }

  /** Returns the position of a run in a folder: the planned one, or the next free one, from 1. */
  static int position(Path folder, RunId run) throws IOException {
    try (Stream<Path> earlier = Files.list(folder.resolve("runs"))) {
      return run.position().orElse((int) earlier.count() + 1);
    }
  }

  /** Process ids are reused; together with its start time an id is unique. */
  private static String unique(ProcessHandle process) {
    return process.pid() + " " + process.info().startInstant().orElse(Instant.EPOCH);
  }

  /** Returns the relative link from a page in a folder to a file. */
  static String link(Path folder, Path target) {
    Path relative = folder.toAbsolutePath().relativize(target.toAbsolutePath());
    return relative.toString().replace(File.separatorChar, '/');
  }
}
