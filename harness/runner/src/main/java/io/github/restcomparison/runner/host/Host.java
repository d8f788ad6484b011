package io.github.restcomparison.runner.host;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import com.sun.management.UnixOperatingSystemMXBean;
import io.github.restcomparison.records.Environment;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;

/** This machine, and the resources that this process can use. */
public final class Host {
  /** The number of logical processors that this JVM may use. */
  public static final int CPUS = Runtime.getRuntime().availableProcessors();

  private static final Path LOCK =
      Path.of(System.getProperty("java.io.tmpdir"), "rest-comparison.lock");

  /** Open as long as this process holds the lock; null before. */
  private static FileChannel held;

  private Host() {}

  /**
   * Allows one measurement at a time on a host, because two that share CPUs disturb each other.
   * This process holds the lock until it ends for any reason.
   *
   * @param option that allows another measurement
   * @return a message for the user if another process holds the lock, or the lock file cannot be
   *     used; else empty
   */
  public static Optional<String> lock(String option) {
    return lock(LOCK, option);
  }

  static Optional<String> lock(Path file, String option) {
    try {
      return tryLock(file, option);
    } catch (IOException e) {
      return Optional.of(
          "%s: must be a writable file (%s); %s measures without the lock"
              .formatted(file, e.getClass().getSimpleName(), option));
    }
  }

  private static synchronized Optional<String> tryLock(Path file, String option)
      throws IOException {
    if (held != null) {
      return Optional.empty();
    }
    FileChannel channel = open(file);
    boolean isTaken = false;
    try {
      String process = process(file, channel);
      isTaken = channel.tryLock() != null;
      if (!isTaken) {
        return Optional.of(
            ("another measurement runs on this host (process %s): concurrent measurements disturb each other."
                    + " Wait for it, or allow it with %s")
                .formatted(process, option));
      }
      channel.truncate(0);
      String pid = Long.toString(ProcessHandle.current().pid());
      channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.UTF_8)), 0);
      held = channel;
      return Optional.empty();
    } finally {
      if (!isTaken) {
        channel.close();
      }
    }
  }

  /**
   * Opens the lock file of all users. In a folder that all may write to, another user may have put
   * a link to a file of this user in its place: no link is followed.
   */
  private static FileChannel open(Path file) throws IOException {
    try {
      FileChannel made = FileChannel.open(file, CREATE_NEW, READ, WRITE);
      PosixFileAttributeView posix =
          Files.getFileAttributeView(file, PosixFileAttributeView.class, NOFOLLOW_LINKS);
      if (posix != null) {
        posix.setPermissions(PosixFilePermissions.fromString("rw-rw-rw-"));
      }
      return made;
    } catch (FileAlreadyExistsException e) {
      return FileChannel.open(file, READ, WRITE, NOFOLLOW_LINKS);
    }
  }

  /**
   * Returns the process id in a lock file; empty if it is new.
   *
   * @throws IOException if the file has something else: it is no lock file
   */
  private static String process(Path file, FileChannel channel) throws IOException {
    ByteBuffer start = ByteBuffer.allocate(32);
    channel.read(start, 0);
    String process = new String(start.array(), 0, start.position(), StandardCharsets.UTF_8).strip();
    if (!process.matches("\\d{0,20}")) {
      throw new FileSystemException(file.toString(), null, "not a lock file");
    }
    return process;
  }

  /**
   * Checks whether this process may open enough files for the connections of the load.
   *
   * @param connections the maximum of each user; 2 after a warm-up, whose connections may still be
   *     closing when the connections of the load open
   * @return a message for the user if it may not; empty if it may
   */
  public static Optional<String> fileShortage(int users, int connections) {
    long needed = (long) connections * users + 300;
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
            && unix.getMaxFileDescriptorCount() < needed
        ? Optional.of(
            "%d %s %d open files, and the limit is %d: raise it (ulimit -n %d)"
                .formatted(
                    users,
                    users == 1 ? "user needs" : "users need",
                    needed,
                    unix.getMaxFileDescriptorCount(),
                    needed))
        : Optional.empty();
  }

  /** Returns a message for the user if no temporary file can be written; else empty. */
  public static Optional<String> temporaryFolderProblem() {
    return temporaryFolderProblem(LOCK.toAbsolutePath().getParent());
  }

  static Optional<String> temporaryFolderProblem(Path folder) {
    try {
      Files.delete(Files.createTempFile(folder, "rest-comparison", ""));
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("java.io.tmpdir %s: must be a writable folder".formatted(folder));
    }
  }

  /**
   * Returns the problem with a file, if the message of the error has its name alone.
   *
   * @return the message of any other error
   */
  public static String message(Exception e) {
    String message = e.getMessage() == null ? e.toString() : e.getMessage();
    return switch (e) {
      case NoSuchFileException missing -> missing.getFile() + ": no such file or folder";
      case AccessDeniedException denied -> denied.getFile() + ": permission denied";
      case FileAlreadyExistsException other -> other.getFile() + ": exists and is not a folder";
      default -> message;
    };
  }

  /** Returns the machine and the JDK of this JVM, for records. */
  public static Environment.Host description() {
    SystemInfo system = new SystemInfo();
    CentralProcessor processor = system.getHardware().getProcessor();
    return new Environment.Host(
        system.getOperatingSystem().toString(),
        processor.getProcessorIdentifier().getName().strip(),
        processor.getLogicalProcessorCount(),
        system.getHardware().getMemory().getTotal(),
        System.getProperty("java.vm.name") + " " + Runtime.version());
  }

  /** Returns the machine in a few words: processor, logical CPUs, memory. */
  public static String name() {
    Environment.Host host = description();
    return "%s, %d CPUs, %d MiB".formatted(host.cpu(), host.cpus(), host.memory() >> 20);
  }
}
