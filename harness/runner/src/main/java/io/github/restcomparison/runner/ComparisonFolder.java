package io.github.restcomparison.runner;

import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.runner.host.ParentProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folder in which the runs of one session are compared. A new session moves the folder of the
 * one before aside, or, where that one is still at work, takes a folder of its own: nothing that
 * was measured is lost.
 */
record ComparisonFolder(Path path) {

  /**
   * Opens the folder for a session.
   *
   * @param parent the process that leads it
   * @throws IOException where it cannot be written
   */
  static ComparisonFolder open(Path path, String session, ParentProcess parent) throws IOException {
    Path mark = path.resolve("session");
    if (Files.isRegularFile(mark)) {
      List<String> before = Files.readAllLines(mark);
      if (!before.getFirst().equals(session)) {
        if (ParentProcess.living(before.getLast())
            .filter(other -> !other.equals(parent))
            .isPresent()) {
          return open(path.resolveSibling(path.getFileName() + "-" + session), session, parent);
        }
        Files.move(path, path.resolveSibling(path.getFileName() + "-" + before.getFirst()));
      }
    }
    Files.createDirectories(path.resolve("runs"));
    RunFolder.writeWhole(mark, (session + "\n" + parent).getBytes(StandardCharsets.UTF_8));
    return new ComparisonFolder(path);
  }

  /** How many runs of the session there are so far. */
  int runs() throws IOException {
    try (Stream<Path> runs = Files.list(path.resolve("runs"))) {
      return (int) runs.count();
    }
  }

  /** Makes the folder for a run. */
  RunFolder newRun(String name) throws IOException {
    Path run = path.resolve("runs").resolve(name);
    Files.createDirectories(run);
    return new RunFolder(run);
  }

  /** A path as a link in a page of this folder has it. */
  String link(Path target) {
    List<String> parts = new ArrayList<>();
    path.toAbsolutePath().relativize(target.toAbsolutePath()).forEach(p -> parts.add(p.toString()));
    return String.join("/", parts);
  }
}
