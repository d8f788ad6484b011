package io.github.restcomparison.runner.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * Allows one measurement at a time on a host, because two that share CPUs disturb each other. The
 * lock is free again when the process that took it has ended, however it ended.
 *
 * @param file names the process that holds the lock
 */
public record HostLock(Path file) {

  /** The lock of this host. */
  public static HostLock ofThisHost() {
    return new HostLock(Path.of(System.getProperty("java.io.tmpdir"), "rest-comparison.lock"));
  }

  /**
   * Takes the lock for a process, which may already hold it.
   *
   * @return the process that holds the lock, if it is another one; else empty
   * @throws IOException if the lock file cannot be used
   */
  public Optional<ParentProcess> take(ParentProcess parent) throws IOException {
    if (!Files.exists(file)) {
      Files.writeString(file, "", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
      }
    }
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      channel.lock(); // until the channel closes, so that no process reads a partial line
      byte[] content = new byte[(int) Math.min(channel.size(), 1_000)];
      channel.read(ByteBuffer.wrap(content), 0);
      Optional<ParentProcess> holder =
          ParentProcess.living(new String(content, StandardCharsets.UTF_8))
              .filter(other -> !other.equals(parent));
      if (holder.isEmpty()) {
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(parent.toString().getBytes(StandardCharsets.UTF_8)), 0);
      }
      return holder;
    }
  }
}
