package io.github.restcomparison.runner.service;

import com.sun.jna.Library;
import com.sun.jna.Native;
import io.github.restcomparison.runner.host.CpuTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The processes of a command: all that it started, detached or not. A process belongs to the
 * command if
 *
 * <ul>
 *   <li>its environment has the command's mark, which children inherit;
 *   <li>one of its ancestors belongs to it;
 *   <li>it is an orphan without a mark. Linux gives this JVM the children of its descendants that
 *       have ended: prctl(2), {@code PR_SET_CHILD_SUBREAPER}. Those that print to the log of a
 *       command belong to it, all others to the last command that was started;
 *   <li>it listens on the command's port, and was started after the command.
 * </ul>
 */
final class CommandProcesses {
  /** True if the system lists the environments of processes: Linux does. */
  static final boolean IS_SEEN = Files.isReadable(Path.of("/proc/self/environ"));

  private static final String VARIABLE = "REST_COMPARISON_LAUNCH";

  private static final int PR_SET_CHILD_SUBREAPER = 36;
  private static final int WNOHANG = 1;

  /** The bit of SIGCHLD, 17, in a set of signals: proc_pid_status(5). */
  private static final long CHILD_SIGNAL = 1L << 16;

  /** Indexes of fields behind the name: proc_pid_stat(5). */
  private static final int STATE = 0;

  private static final int SESSION = 3;

  private static final ProcessHandle SELF = ProcessHandle.current();

  /** Ids of processes that this JVM started, and of orphans that a command took. */
  private static final Set<Long> TAKEN = ConcurrentHashMap.newKeySet();

  /** The pipes that commands print to, by the name that /proc has for them. */
  private static final Set<String> PIPES = ConcurrentHashMap.newKeySet();

  /** The command that takes orphans; null for none. */
  private static final AtomicReference<CommandProcesses> TAKING = new AtomicReference<>();

  /** Functions of the C library. */
  private interface Children extends Library {
    Children LIBRARY = Native.load("c", Children.class);

    int prctl(int option, long value, long unused3, long unused4, long unused5);

    int waitpid(int pid, int[] status, int options);
  }

  static {
    if (IS_SEEN) {
      try {
        Children.LIBRARY.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
      } catch (LinkageError e) {
        // Orphans without a mark are not seen, unless they listen.
      }
    }
  }

  /** CPU time of a process in ms, and its parent. */
  private record CpuUse(double ms, ProcessHandle parent) {}

  private final String mark = UUID.randomUUID().toString();
  private final Consumer<List<ProcessHandle>> changed;
  private ProcessHandle first;
  private Instant startedAt;
  private String pipe = "";

  /** Each process is examined once: its environment and its first parent do not change. */
  private final Map<ProcessHandle, Boolean> belongs = new HashMap<>();

  private List<ProcessHandle> told = List.of();
  private Map<ProcessHandle, CpuUse> used = new HashMap<>();
  private double endedMs;
  private boolean isPartlyUnseen;

  /**
   * A command without processes.
   *
   * @param changed receives the command's first process, and all that run, whenever others run
   */
  CommandProcesses(Consumer<List<ProcessHandle>> changed) {
    this.changed = changed;
  }

  String mark() {
    return mark;
  }

  /** Adds the mark to the environment of the command's first process. */
  void markIn(Map<String, String> environment) {
    environment.put(VARIABLE, mark);
  }

  /** Prepares for a process of this JVM: no command takes orphans until {@link #begin}. */
  static void pause() {
    CommandProcesses before = TAKING.getAndSet(null);
    if (before != null) {
      before.running();
    }
  }

  /** Notes a process that this JVM started for a command, and that does not belong to it. */
  static void exclude(Process process) {
    TAKEN.add(process.pid());
  }

  /** Adds the command's first process, and takes orphans from now on. */
  synchronized void begin(Process process) {
    TAKEN.add(process.pid());
    first = process.toHandle();
    startedAt = first.info().startInstant().orElse(Instant.MIN);
    pipe = outputs(first).findFirst().orElse("");
    PIPES.add(pipe);
    belongs.put(first, true);
    TAKING.set(this);
  }

  /** Returns the running ones, sorted by process id. */
  synchronized List<ProcessHandle> running() {
    SELF.children().filter(this::isOrphan).forEach(this::add);
    Set<ProcessHandle> all = ProcessHandle.allProcesses().collect(Collectors.toSet());
    belongs.keySet().retainAll(all);
    all.forEach(each -> belongs.computeIfAbsent(each, this::belongs));
    List<ProcessHandle> running = new ArrayList<>();
    for (ProcessHandle each : all.stream().filter(belongs::get).sorted().toList()) {
      String[] stat = stat(each);
      if (stat.length > 0 ? !stat[STATE].equals("Z") : each.isAlive()) {
        running.add(each);
      } else if (!each.equals(first) && each.parent().filter(SELF::equals).isPresent()) {
        reap(each);
      }
    }
    if (!running.equals(told)) {
      told = List.copyOf(running);
      changed.accept(Stream.concat(Stream.of(first), running.stream()).distinct().toList());
    }
    return running;
  }

  /** Ends the zombie of an orphan, which has no other parent than this JVM. */
  private void reap(ProcessHandle orphan) {
    endedMs += CpuTime.ms(List.of(orphan));
    used.remove(orphan);
    belongs.remove(orphan);
    TAKEN.remove(orphan.pid());
    try {
      Children.LIBRARY.waitpid((int) orphan.pid(), new int[1], WNOHANG);
    } catch (LinkageError e) {
      // It is no child of this JVM then.
    }
  }

  /**
   * Returns the CPU time of all members that {@link #running} found until now, in ms, with those
   * that have ended; NaN if one has ended and no process has got its CPU time.
   */
  synchronized double cpuMs() {
    Map<ProcessHandle, CpuUse> now = new HashMap<>();
    belongs.forEach(
        (each, isMember) -> {
          if (isMember && each.isAlive()) {
            now.put(each, new CpuUse(CpuTime.ms(List.of(each)), each.parent().orElse(null)));
          }
        });
    used.forEach(
        (each, last) -> {
          if (!now.containsKey(each)) {
            ended(each, last);
          }
        });
    used = now;
    double sum = now.values().stream().mapToDouble(CpuUse::ms).sum();
    return isPartlyUnseen ? Double.NaN : endedMs + sum;
  }

  /** A parent that waits for its child gets the child's CPU time. */
  private void ended(ProcessHandle process, CpuUse last) {
    if (process.equals(first)) {
      endedMs += last.ms;
      return;
    }
    boolean isParentMember = used.containsKey(last.parent);
    isPartlyUnseen |= !isParentMember || ignoresChildren(last.parent);
  }

  private static boolean ignoresChildren(ProcessHandle process) {
    return read(process, "status")
        .lines()
        .filter(line -> line.startsWith("SigIgn:"))
        .map(line -> Long.parseUnsignedLong(line.substring("SigIgn:".length()).strip(), 16))
        .anyMatch(ignored -> (ignored & CHILD_SIGNAL) != 0);
  }

  /**
   * Adds the processes that listen on the command's port. One that ran before the command does not
   * belong to it.
   *
   * @return whether all of them are members now
   */
  synchronized boolean addAll(List<ProcessHandle> listening) {
    List<ProcessHandle> known = running();
    boolean areMembers = true;
    for (ProcessHandle each : listening) {
      boolean isLater =
          each.info().startInstant().filter(start -> !start.isBefore(startedAt)).isPresent();
      if (!known.contains(each) && isLater) {
        add(each);
      }
      areMembers &= known.contains(each) || isLater;
    }
    return areMembers;
  }

  private void add(ProcessHandle process) {
    belongs.values().removeIf(isMember -> !isMember);
    belongs.put(process, true);
    TAKEN.add(process.pid());
  }

  /** Stops taking orphans: the command has done its work. */
  void settle() {
    running();
    TAKING.compareAndSet(this, null);
  }

  /**
   * Returns whether a child is an orphan; commands that this JVM starts itself, such as Docker's
   * CLI, are in its session.
   */
  private boolean isOrphan(ProcessHandle child) {
    if (belongs.getOrDefault(child, false) || TAKEN.contains(child.pid())) {
      return false;
    }
    String[] stat = stat(child);
    boolean isDetached =
        stat.length > 0
            && !stat[SESSION].equals(stat(SELF)[SESSION])
            && !read(child, "environ").contains(VARIABLE);
    return isDetached
        && outputs(child)
            .filter(PIPES::contains)
            .findFirst()
            .map(pipe::equals)
            .orElse(TAKING.get() == this);
  }

  /** Returns the names of the pipes that a process prints to. */
  private static Stream<String> outputs(ProcessHandle process) {
    return Stream.of("1", "2")
        .map(fd -> Path.of("/proc", Long.toString(process.pid()), "fd", fd))
        .flatMap(CommandProcesses::linked)
        .filter(name -> name.startsWith("pipe:"));
  }

  /** Returns the target of a link of /proc; empty if the file was closed meanwhile. */
  static Stream<String> linked(Path link) {
    try {
      return Stream.of(Files.readSymbolicLink(link).toString());
    } catch (IOException e) {
      return Stream.empty();
    }
  }

  private boolean belongs(ProcessHandle process) {
    String marked = VARIABLE + "=" + mark;
    return Stream.iterate(process, Objects::nonNull, each -> each.parent().orElse(null))
        .anyMatch(
            each -> belongs.getOrDefault(each, false) || read(each, "environ").contains(marked));
  }

  /** Returns the fields behind the name, which may contain any character; none if it has ended. */
  static String[] stat(ProcessHandle process) {
    String stat = read(process, "stat");
    return stat.isEmpty()
        ? new String[0]
        : stat.substring(stat.lastIndexOf(')') + 2).strip().split(" ");
  }

  /** Returns a file of /proc; empty if the process has ended, or is of another user. */
  private static String read(ProcessHandle process, String file) {
    try {
      Path path = Path.of("/proc", Long.toString(process.pid()), file);
      return Files.readString(path, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }
}
