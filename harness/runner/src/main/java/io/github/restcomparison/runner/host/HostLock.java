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
 * One measurement at a time on a host: two that share CPUs measure one another. The lock is free
 * again once the process that took it is gone, however it ended.
 */
public record HostLock(Path file) {

  /** The lock of this host. */
  public static HostLock ofThisHost() {
    return new HostLock(Path.of(System.getProperty("java.io.tmpdir"), "rest-comparison.lock"));
  }

  /**
   * Takes the lock for a process, which may have it already.
   *
   * @return the process that has it, where that is another one
   * @throws IOException where the lock's file cannot be used
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
      channel.lock(); // until the channel closes: nobody else reads a half-written line
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
