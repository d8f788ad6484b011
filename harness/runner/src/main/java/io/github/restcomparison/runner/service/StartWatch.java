package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.runner.host.CpuTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Watches a command that is not ready. A command that listens on another port, or whose service has
 * failed while its wrapper runs on, would be waited for in vain. It is taken for idle after a sixth
 * of its time to start, in which it has started no process, printed nothing, and used 2 % of a CPU
 * at most. Used by one thread.
 */
final class StartWatch {
  private static final int IDLE_PART = 6;
  private static final double IDLE_CPU = 0.02;

  /** Between looks, which take CPU time from a start: a quarter of its time, within limits. */
  private static final long MIN_PAUSE_NANOS = 250_000_000;

  private static final long MAX_PAUSE_NANOS = 1_000_000_000;
  private static final int PAUSE_PART = 4;

  /** Exit codes of a shell for a signal begin behind this. */
  private static final int SIGNALLED = 128;

  private static final int MOST_NAMED = 3;

  /** Index of a field behind the name: minor faults of children that it has waited for. */
  private static final int FAULTS_OF_ENDED = 8;

  /**
   * A process as it was seen first: the program that it runs, and the faults of its children that
   * had ended. They grow with each child, however short its life is.
   */
  private record Program(String name, long faultsOfEnded) {}

  private final Launch launch;
  private final Members members;
  private final Process process;
  private final OutputLog output;
  private final Map<ProcessHandle, Program> programs = new HashMap<>();

  private final long startNanos;
  private long nextLookNanos;
  private long idleSince;
  private double idleCpuMs;
  private long idleSize;

  StartWatch(Launch launch, Members members, Process process, OutputLog output) {
    this.launch = launch;
    this.members = members;
    this.process = process;
    this.output = output;
    startNanos = System.nanoTime();
    nextLookNanos = startNanos;
    idleSince = startNanos;
  }

  /** An exit code in words. */
  static String code(int code) {
    return code > SIGNALLED ? "%d (signal %d)".formatted(code, code - SIGNALLED) : "" + code;
  }

  /** Returns why the command will not become ready, in one line; empty as long as it may. */
  Optional<String> failure() {
    long now = System.nanoTime();
    if (!Members.IS_SEEN || now < nextLookNanos) {
      return Optional.empty();
    }
    long pause = (now - startNanos) / PAUSE_PART;
    nextLookNanos = now + Math.clamp(pause, MIN_PAUSE_NANOS, MAX_PAUSE_NANOS);
    List<ProcessHandle> running = members.running();
    boolean isIdle = look(running, now);
    if (!isIdle || isListenedOn()) {
      return Optional.empty();
    }
    boolean isElsewhere = elsewhere(running).isPresent();
    boolean hasFailed = !process.isAlive() && process.exitValue() != 0;
    boolean mayHaveFailed = hasEnded(running) && !output.errors().isEmpty();
    return isElsewhere || hasFailed || mayHaveFailed
        ? unready(running).map("it was given up: "::concat)
        : Optional.empty();
  }

  /** Returns whether it has done nothing for long. */
  private boolean look(List<ProcessHandle> running, long now) {
    boolean isActive = false;
    for (ProcessHandle each : running) {
      Program before = programs.get(each);
      String name = name(each);
      if (before == null || !before.name.equals(name)) {
        programs.put(each, new Program(name, faultsOfEnded(each)));
        isActive = true;
      }
    }
    double cpuMs = CpuTime.ms(running);
    long size = output.size();
    double idleMs = (now - idleSince) / 1e6;
    double limitMs = launch.spec().lifetime().startLimit().toMillis() / (double) IDLE_PART;
    isActive |= size != idleSize || cpuMs - idleCpuMs > IDLE_CPU * Math.max(idleMs, limitMs);
    if (isActive) {
      idleSince = now;
      idleCpuMs = cpuMs;
      idleSize = size;
    }
    return !isActive && idleMs > limitMs;
  }

  /**
   * Returns what is known of why the command is not ready, in one line; empty if nothing is.
   *
   * @param running its processes
   */
  Optional<String> unready(List<ProcessHandle> running) {
    List<String> all = new ArrayList<>(elsewhere(running).stream().toList());
    Set<String> others = running.stream().map(StartWatch::name).collect(Collectors.toSet());
    others.remove("");
    String run = others.size() > 1 ? " run on" : " runs on";
    String runsOn = others.isEmpty() ? "" : ", but " + listed(others) + run;
    if (!process.isAlive()) {
      all.add("its command ended with exit code " + code(process.exitValue()) + runsOn);
    } else if (hasEnded(running)) {
      String ended = ended(running);
      all.add((ended.isEmpty() ? "a process that it started" : ended) + " ended" + runsOn);
    }
    String said = isListenedOn() ? output.errors() : output.cause();
    if (!said.isEmpty()) {
      all.add(said);
    }
    return all.isEmpty()
        ? Optional.empty()
        : Optional.of("%s (%s)".formatted(String.join("; ", all), launch.log()));
  }

  private boolean isListenedOn() {
    return ListeningSocket.on(launch.port()).stream()
        .anyMatch(ListeningSocket::isReachedByLoopback);
  }

  /** Returns where it listens instead; empty if it listens nowhere, or on its port. */
  private Optional<String> elsewhere(List<ProcessHandle> running) {
    boolean isInOwnNetwork =
        launch.spec().from() instanceof Origin.Image && !launch.spec().hasPortInEnv();
    Set<String> places = new LinkedHashSet<>();
    for (ListeningSocket each : ListeningSocket.of(running)) {
      boolean isOwn = each.port() == launch.port();
      if (isOwn && each.isReachedByLoopback()) {
        return Optional.empty();
      }
      if (each.port() != launch.port2()) {
        places.add(isOwn || isInOwnNetwork ? each.toString() : Integer.toString(each.port()));
      }
    }
    String listens = "it listens on " + String.join(", ", places);
    return Optional.of(listens + (isInOwnNetwork ? "" : ", not on " + launch.port()))
        .filter(_ -> !places.isEmpty());
  }

  /** Returns whether a process that it started has ended. */
  private boolean hasEnded(List<ProcessHandle> running) {
    return !running.containsAll(programs.keySet())
        || running.stream()
            .filter(programs::containsKey)
            .anyMatch(each -> faultsOfEnded(each) > programs.get(each).faultsOfEnded);
  }

  /** Returns the names of the processes that have ended; empty if none of them was seen. */
  private String ended(List<ProcessHandle> running) {
    Set<String> names = new LinkedHashSet<>();
    programs.forEach(
        (each, program) -> {
          if (!running.contains(each) && !program.name.isEmpty()) {
            names.add(program.name);
          }
        });
    return listed(names);
  }

  private static long faultsOfEnded(ProcessHandle process) {
    String[] stat = Members.stat(process);
    return stat.length > FAULTS_OF_ENDED ? Long.parseLong(stat[FAULTS_OF_ENDED]) : 0;
  }

  private static String listed(Set<String> names) {
    return names.stream().sorted().limit(MOST_NAMED).collect(Collectors.joining(" and "));
  }

  /** The file name of its program; empty if it is not known. */
  private static String name(ProcessHandle process) {
    String command = process.info().command().orElse("");
    return command.substring(command.lastIndexOf('/') + 1);
  }
}
