package io.github.restcomparison.runner.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostLockTest {
  @TempDir private Path temp;
  private HostLock lock;
  private final ParentProcess self = ParentProcess.of(ProcessHandle.current());

  @BeforeEach
  void newLock() {
    lock = new HostLock(temp.resolve("lock"));
  }

  @Test
  void holderMayTakeItAgain() throws IOException {
    assertThat(lock.take(self)).isEmpty();
    assertThat(lock.take(self)).isEmpty();
  }

  @Test
  void otherProcessIsRejectedWhileTheHolderLives() throws Exception {
    Process other = new ProcessBuilder("sleep", "30").start();
    try {
      ParentProcess parent = ParentProcess.of(other.toHandle());
      assertThat(lock.take(parent)).isEmpty();
      assertThat(lock.take(self)).contains(parent);
    } finally {
      other.destroyForcibly().waitFor();
    }
    assertThat(lock.take(self)).isEmpty();
  }

  @Test
  void reusedProcessIdIsNotTheHolder() throws IOException {
    ParentProcess earlier = new ParentProcess(ProcessHandle.current().pid(), Instant.EPOCH);
    Files.writeString(lock.file(), earlier.toString());
    assertThat(lock.take(self)).isEmpty();
  }

  @Test
  void garbageInTheFileIsIgnored() throws IOException {
    Files.writeString(lock.file(), "\0not a process\n".repeat(200));
    assertThat(lock.take(self)).isEmpty();
    assertThat(Files.readString(lock.file())).isEqualTo(self.toString());
  }
}
