package io.github.restcomparison.runner;

import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.runner.host.ParentProcess;
import io.github.restcomparison.runner.settings.RunId;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folder with the runs of one session. A new session renames the folder of the previous one,
 * or, if that one is still running, uses a folder with another name, so that no measurement is
 * lost.
 */
record ComparisonFolder(Path path) {

  /**
   * Opens the folder for a session.
   *
   * @param parent the process that the session belongs to
   * @throws IOException if the folder cannot be created
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

  /** How many runs the session has so far. */
  int runs() throws IOException {
    try (Stream<Path> runs = Files.list(path.resolve("runs"))) {
      return (int) runs.count();
    }
  }

  /**
   * Where a run of the session writes its record.
   *
   * @param comparison in which it is
   * @param position within its round, from 1
   */
  record Slot(ComparisonFolder comparison, RunFolder folder, int position) {}

  /** Makes the folder of the session's next run. */
  Slot newRun(RunId runId, String variant) throws IOException {
    int position = runId.position().orElse(runs() + 1);
    Path run = path.resolve("runs").resolve(runId.folder(position, variant));
    Files.createDirectories(run);
    return new Slot(this, new RunFolder(run), position);
  }

  /** The relative link from a page in this folder to a file. */
  String link(Path target) {
    Path relative = path.toAbsolutePath().relativize(target.toAbsolutePath());
    return relative.toString().replace(File.separatorChar, '/');
  }
}
