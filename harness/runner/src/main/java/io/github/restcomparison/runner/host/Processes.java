package io.github.restcomparison.runner.host;

import java.util.List;
import java.util.stream.Stream;

/** The processes that belong to a service. */
@FunctionalInterface
public interface Processes {

  /** Returns those that run now. */
  List<ProcessHandle> running();

  /** A process with its descendants; none if it has ended. */
  static Processes treeOf(long pid) {
    return () ->
        ProcessHandle.of(pid).stream()
            .flatMap(first -> Stream.concat(Stream.of(first), first.descendants()))
            .toList();
  }

  /** These and others. */
  default Processes and(Processes others) {
    return () -> Stream.concat(running().stream(), others.running().stream()).distinct().toList();
  }
}
