package io.github.restcomparison.runner.service;

import io.github.restcomparison.runner.host.Processes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A variable in the environment of a command, which all of its processes inherit. It finds those
 * that have left their process group and those whose parents have ended. A process without the
 * variable belongs to the command if its parent does.
 */
final class LaunchMark implements Processes {
  /** Whether the system shows the environments of processes: Linux does. */
  static final boolean IS_SEEN = Files.isReadable(Path.of("/proc/self/environ"));

  /** The variable. */
  static final String NAME = "REST_COMPARISON_LAUNCH";

  private final String value = UUID.randomUUID().toString();
  private final Set<ProcessHandle> members = new HashSet<>();
  private final Set<ProcessHandle> strangers = new HashSet<>();

  /** Unique text. */
  String value() {
    return value;
  }

  /**
   * The processes of the command that run now, in the order of their ids. Each process is looked at
   * once: its environment and its first parent do not change.
   */
  @Override
  public synchronized List<ProcessHandle> running() {
    List<ProcessHandle> all = ProcessHandle.allProcesses().toList();
    members.retainAll(all);
    strangers.retainAll(all);
    for (ProcessHandle process : all) {
      if (!members.contains(process) && !strangers.contains(process)) {
        (belongs(process) ? members : strangers).add(process);
      }
    }
    return members.stream().filter(LaunchMark::isNotDefunct).sorted().toList();
  }

  /** Takes the first process. */
  synchronized void add(ProcessHandle first) {
    members.add(first);
  }

  private boolean belongs(ProcessHandle process) {
    try {
      byte[] environment = Files.readAllBytes(of(process).resolve("environ"));
      if (new String(environment, StandardCharsets.ISO_8859_1).contains(NAME + "=" + value)) {
        return true;
      }
    } catch (IOException e) {
      // It has ended, or is another user's.
    }
    return Stream.iterate(
            process.parent(), Optional::isPresent, parent -> parent.flatMap(ProcessHandle::parent))
        .anyMatch(parent -> members.contains(parent.get()));
  }

  /** A process that has ended stays in the table until its parent asks for it. */
  private static boolean isNotDefunct(ProcessHandle process) {
    try {
      return !Files.readString(of(process).resolve("stat")).contains(") Z ");
    } catch (IOException e) {
      return process.isAlive();
    }
  }

  private static Path of(ProcessHandle process) {
    return Path.of("/proc", Long.toString(process.pid()));
  }
}
