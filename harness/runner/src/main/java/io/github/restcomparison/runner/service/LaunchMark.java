package io.github.restcomparison.runner.service;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/**
 * A variable in the environment of a command, which all of its processes inherit: by it those are
 * found that have left their process group, or whose parents have ended.
 *
 * @param value unique
 */
record LaunchMark(String value) {
  /** Whether the system shows the environments of processes: Linux does. */
  static final boolean IS_SEEN = Files.isReadable(Path.of("/proc/self/environ"));

  /** The variable, which {@code guard.sh} sets. */
  private static final String NAME = "REST_COMPARISON_LAUNCH";

  LaunchMark() {
    this(UUID.randomUUID().toString());
  }

  /** The processes that have the mark now; those of other users are not seen. */
  List<ProcessHandle> processes() {
    return ProcessHandle.allProcesses().filter(process -> isOn(process.pid())).toList();
  }

  private boolean isOn(long pid) {
    try {
      byte[] environment = Files.readAllBytes(Path.of("/proc", Long.toString(pid), "environ"));
      return new String(environment, StandardCharsets.ISO_8859_1).contains(NAME + "=" + value);
    } catch (IOException e) {
      return false; // it has ended, or is somebody else's
    }
  }
}
