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
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Watches a command that is not ready. It recognizes three kinds of failure: it listens on another
 * port, its service has failed while its wrapper continues, or it has printed an error and hangs.
 * It is idle while it starts no process, prints nothing, and uses at most 2 % of a CPU. The first
 * two kinds are given up once idle for a sixth of the time to start; the third, which may still
 * wait for a database, for a third of it. Used by one thread.
 */
final class StartWatch {
  private static final int IDLE_PART = 6;
  private static final int HANGING_PART = 3;
  private static final double IDLE_CPU = 0.02;

  /**
   * The minimum pause between checks, which take CPU time from a start: a quarter of its time,
   * within limits. A check takes some 4 ms, and a program that fails at its first line lives for
   * some 40 ms.
   */
  private static final long MIN_PAUSE_NANOS = 20_000_000;

  private static final long MAX_PAUSE_NANOS = 1_000_000_000;
  private static final int PAUSE_PART = 4;

  /** The number that a shell adds to a signal in exit codes. */
  private static final int SIGNALLED = 128;

  private static final int MAX_NAMED = 3;

  /** The first programs of a command, which run scripts. */
  private static final Pattern SHELL = Pattern.compile("(?:ba|da|a|k|z)?sh|busybox");

  /** Index of a field behind the name: minor faults of children that it has waited for. */
  private static final int FAULTS_OF_ENDED = 8;

  /**
   * A process at the last check: its program, and the faults of its children that had ended. They
   * grow with each child, even a short-lived one.
   */
  private record Program(String name, long faultsOfEnded) {}

  private final Launch launch;
  private final CommandProcesses members;
  private final Process process;
  private final OutputLog output;
  private final LongSupplier clock;
  private Map<ProcessHandle, Program> programs = Map.of();

  /** Names of processes that have ended; empty for one that was not observed. */
  private final Set<String> ended = new LinkedHashSet<>();

  /** True once the log has an error after one of them has ended: it was no tool of a script. */
  private boolean hasFailed;

  /** The size of the log when it was last searched for errors, which takes time. */
  private long searchedSize;

  private final long startNanos;
  private long nextLookNanos;
  private long idleSince;
  private double idleCpuMs;
  private long idleSize;

  StartWatch(
      Launch launch,
      CommandProcesses members,
      Process process,
      OutputLog output,
      LongSupplier clock) {
    this.launch = launch;
    this.members = members;
    this.process = process;
    this.output = output;
    this.clock = clock;
    startNanos = clock.getAsLong();
    nextLookNanos = startNanos;
    idleSince = startNanos;
  }

  /** Returns an exit code in words. */
  static String code(int code) {
    return code > SIGNALLED ? "%d (signal %d)".formatted(code, code - SIGNALLED) : "" + code;
  }

  /** Returns why the command will not become ready, in one line; empty as long as it may. */
  Optional<String> failureReason() {
    long now = clock.getAsLong();
    if (!CommandProcesses.IS_SEEN || now < nextLookNanos) {
      return Optional.empty();
    }
    long pause = (now - startNanos) / PAUSE_PART;
    nextLookNanos = now + Math.clamp(pause, MIN_PAUSE_NANOS, MAX_PAUSE_NANOS);
    List<ProcessHandle> running = members.running();
    double idleMs = idleMs(running, now);
    double startMs = launch.spec().lifetime().startLimit().toMillis();
    if (idleMs <= startMs / IDLE_PART || isListenedOn()) {
      return Optional.empty();
    }
    boolean isElsewhere = otherAddress(running).isPresent();
    boolean hasEnded = !process.isAlive() && process.exitValue() != 0;
    if (isElsewhere || hasEnded || hasFailed) {
      return unreadyReason(running).map("given up: "::concat);
    }
    String idle = "given up after %.0f s without activity; ".formatted(idleMs / 1e3);
    return idleMs > startMs / HANGING_PART && !output.errors().isEmpty()
        ? unreadyReason(running).map(idle::concat)
        : Optional.empty();
  }

  /** Returns how long it has been idle, in ms. */
  private double idleMs(List<ProcessHandle> running, long now) {
    boolean isActive = update(running);
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
    return isActive ? 0 : idleMs;
  }

  /**
   * Notes which processes run, and which have ended. A tool of a script ends before the service
   * starts and prints an error; it is forgotten when another process starts, and when the script's
   * shell has become the service.
   *
   * @return whether one has started
   */
  private boolean update(List<ProcessHandle> running) {
    Map<ProcessHandle, Program> now = new HashMap<>();
    boolean hasStarted = false;
    boolean hasBecomeService = false;
    for (ProcessHandle each : running) {
      Program program = new Program(name(each), faultsOfEnded(each));
      Program before = programs.get(each);
      now.put(each, program);
      boolean isSame = before != null && before.name.equals(program.name);
      boolean isShell = SHELL.matcher(program.name).matches();
      hasStarted |= !isSame;
      hasBecomeService |= !isSame && !isShell && each.equals(process.toHandle());
      // A new program that is no shell keeps the faults of the shell that it replaced.
      long faults = isSame ? before.faultsOfEnded : isShell ? 0 : program.faultsOfEnded;
      if (program.faultsOfEnded > faults) {
        ended.add("");
      }
    }
    programs.forEach(
        (each, program) -> {
          if (!now.containsKey(each)) {
            ended.add(program.name);
          }
        });
    programs = now;
    if (hasBecomeService) {
      ended.clear();
    }
    long size = output.size();
    if (!hasFailed && !ended.isEmpty() && size != searchedSize) {
      searchedSize = size;
      hasFailed = !output.errors().isEmpty();
    }
    if (hasStarted && !hasFailed) {
      ended.clear();
    }
    return hasStarted;
  }

  /**
   * Returns the likely reason why the command is not ready, in one line; empty if there is none.
   *
   * @param running its processes
   */
  Optional<String> unreadyReason(List<ProcessHandle> running) {
    List<String> all = new ArrayList<>(otherAddress(running).stream().toList());
    Set<String> others = running.stream().map(StartWatch::name).collect(Collectors.toSet());
    others.remove("");
    String run = others.size() > 1 ? " run on" : " runs on";
    String runsOn = others.isEmpty() ? "" : ", but " + listed(others) + run;
    if (!process.isAlive()) {
      all.add("its command ended with exit code " + code(process.exitValue()) + runsOn);
    } else if (!ended.isEmpty()) {
      String names = listed(ended);
      all.add((names.isEmpty() ? "a process that it started" : names) + " ended" + runsOn);
    }
    String errors = isListenedOn() ? output.errors() : output.cause();
    if (!errors.isEmpty()) {
      all.add(errors);
    }
    return all.isEmpty()
        ? Optional.empty()
        : Optional.of("%s (%s)".formatted(String.join("; ", all), launch.log()));
  }

  private boolean isListenedOn() {
    return ListeningSocket.withPort(launch.port()).stream()
        .anyMatch(ListeningSocket::isReachedByLoopback);
  }

  /** Returns its other port or address; empty if it listens nowhere, or on its port. */
  private Optional<String> otherAddress(List<ProcessHandle> running) {
    boolean isInOwnNetwork =
        launch.spec().from() instanceof Origin.Image && !launch.spec().hasPortInEnv();
    Set<String> places = new LinkedHashSet<>();
    boolean isOtherAddress = false;
    for (ListeningSocket each : ListeningSocket.of(running)) {
      boolean isOwn = each.port() == launch.port();
      if (isOwn && each.isReachedByLoopback()) {
        return Optional.empty();
      }
      isOtherAddress |= isOwn;
      if (each.port() != launch.port2()) {
        places.add(isOwn || isInOwnNetwork ? each.toString() : Integer.toString(each.port()));
      }
    }
    String listens = "it listens on " + String.join(", ", places);
    String expected = (isOtherAddress ? "127.0.0.1:" : "") + launch.port();
    return Optional.of(listens + (isInOwnNetwork ? "" : ", not on " + expected))
        .filter(_ -> !places.isEmpty());
  }

  private static long faultsOfEnded(ProcessHandle process) {
    String[] stat = CommandProcesses.stat(process);
    return stat.length > FAULTS_OF_ENDED ? Long.parseLong(stat[FAULTS_OF_ENDED]) : 0;
  }

  private static String listed(Set<String> names) {
    return names.stream()
        .filter(name -> !name.isEmpty())
        .sorted()
        .limit(MAX_NAMED)
        .collect(Collectors.joining(" and "));
  }

  /** Returns the file name of its program; empty if it is not known. */
  private static String name(ProcessHandle process) {
    String command = process.info().command().orElse("");
    return command.substring(command.lastIndexOf('/') + 1);
  }
}
