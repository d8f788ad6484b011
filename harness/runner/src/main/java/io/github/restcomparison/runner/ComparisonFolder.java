package io.github.restcomparison.runner;

import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.runner.settings.RunRequest.RunId;
import io.github.restcomparison.runner.settings.RunRequest.RunPlace;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
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
   * @param leader the process that the session belongs to
   * @throws IOException if the folder cannot be created
   */
  static ComparisonFolder open(RunPlace place, ProcessHandle leader) throws IOException {
    return open(place.comparison(), place.session(), unique(leader));
  }

  private static ComparisonFolder open(Path path, String session, String leader)
      throws IOException {
    Path mark = path.resolve("session");
    if (Files.isRegularFile(mark)) {
      List<String> before = Files.readAllLines(mark);
      String other = before.getLast();
      if (!before.getFirst().equals(session)) {
        if (!other.equals(leader)
            && ProcessHandle.allProcesses().anyMatch(each -> unique(each).equals(other))) {
          return open(path.resolveSibling(path.getFileName() + "-" + session), session, leader);
        }
        Files.move(path, path.resolveSibling(path.getFileName() + "-" + before.getFirst()));
      }
    }
    Files.createDirectories(path.resolve("runs"));
    RunFolder.writeWhole(mark, (session + "\n" + leader).getBytes(StandardCharsets.UTF_8));
    return new ComparisonFolder(path);
  }

  /** Process ids are reused; together with its start time an id is unique. */
  private static String unique(ProcessHandle process) {
    return process.pid() + " " + process.info().startInstant().orElse(Instant.EPOCH);
  }

  /** Returns the position of a run: the planned one, or the next that is free, from 1. */
  int position(RunId runId) throws IOException {
    try (Stream<Path> runs = Files.list(path.resolve("runs"))) {
      return runId.position().orElse((int) runs.count() + 1);
    }
  }

  /** Creates the folder of a run. */
  RunFolder run(RunId runId, int position, String variant) throws IOException {
    return new RunFolder(
        Files.createDirectories(path.resolve("runs").resolve(runId.folder(position, variant))));
  }

  /** Returns the relative link from a page in this folder to a file. */
  String link(Path target) {
    Path relative = path.toAbsolutePath().relativize(target.toAbsolutePath());
    return relative.toString().replace(File.separatorChar, '/');
  }
}
