package io.github.restcomparison.runner.service;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.CpuProfile;
import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.service.Secrets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.Configuration;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightRecordingTest {
  private static final long LIMIT_NANOS = Duration.ofSeconds(30).toNanos();

  @TempDir private Path folder;

  /** Records a thread that does nothing but one thing, until the recorder has seen it. */
  @Test
  void samplesAreCountedByLibraryPackageAndMethodFromTheLoadOn() throws Exception {
    Path file = folder.resolve("own.jfr");
    CpuProfile profile = CpuProfile.missing("");
    long start = System.nanoTime();
    while (profile.methods().keySet().stream().noneMatch(each -> each.endsWith(".busy"))) {
      assertThat(System.nanoTime() - start).as("%s", profile).isLessThan(LIMIT_NANOS);
      try (Recording recording = new Recording(Configuration.getConfiguration("profile"))) {
        recording.start();
        busy(Duration.ofSeconds(1));
        recording.stop();
        recording.dump(file);
      }
      profile = FlightRecording.profile(file, 0);
    }

    assertThat(profile.missing()).isEmpty();
    assertThat(profile.methods()).containsKey(FlightRecordingTest.class.getName() + ".busy");
    assertThat(profile.packages()).containsKey("io.github.restcomparison.runner.service");
    assertThat(profile.libraries()).containsKey("io.github.restcomparison");
    assertThat(profile.samples())
        .isEqualTo(profile.libraries().values().stream().mapToLong(Long::longValue).sum());
    long later = System.currentTimeMillis() + Duration.ofHours(1).toMillis();
    assertThat(FlightRecording.profile(file, later).samples()).as("all was warm-up").isZero();
  }

  private static void busy(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    long sum = 0;
    while (System.nanoTime() < end) {
      for (int i = 0; i < 10_000; i++) {
        sum += i ^ sum << 1;
      }
    }
    assertThat(sum).isNotEqualTo(1);
  }

  /** An event of a service, and a thread, whose name is in another part of the file. */
  @Name("test.Planted")
  private static final class Planted extends Event {
    @Label("text")
    String text;
  }

  @Test
  void recordingHasNoSecrets() throws Exception {
    String planted = "Vq3nXw8ZkT5rLb1YhCe7";
    Path file = folder.resolve("own.jfr");
    System.setProperty("planted", planted);
    try (Recording recording = new Recording(Configuration.getConfiguration("profile"))) {
      recording.start();
      Thread.ofPlatform()
          .name("of " + planted)
          .start(
              () -> {
                for (String text : List.of("harmless", "a " + planted)) {
                  Planted event = new Planted();
                  event.text = text;
                  event.commit();
                }
              })
          .join();
      recording.stop();
      recording.dump(file);
    } finally {
      System.clearProperty("planted");
    }
    assertThat(Files.readString(file, ISO_8859_1)).contains(planted, "java.class.path");

    Path shown = folder.resolve("shown.jfr");
    FlightRecording.writeWithoutSecrets(file, shown, new Secrets(Map.of("A", planted)));
    assertThat(Files.readString(shown, ISO_8859_1)).doesNotContain(planted, "java.class.path");
    Map<String, RecordedEvent> events = new HashMap<>();
    RecordingFile.readAllEvents(shown)
        .forEach(event -> events.put(event.getEventType().getName(), event));
    assertThat(events)
        .containsKeys("jdk.CPUInformation", "test.Planted")
        .doesNotContainKeys(
            "jdk.InitialEnvironmentVariable", "jdk.InitialSystemProperty", "jdk.JVMInformation");
    assertThat(events.get("test.Planted").getString("text")).isEqualTo("harmless");
    assertThat(events.get("test.Planted").getThread().getJavaName())
        .isEqualTo("of " + "*".repeat(planted.length()));
  }

  @Test
  void aServiceThatIsNoJvmHasNoRecording() throws IOException {
    FlightRecording none = new FlightRecording(RunningService.NONE, folder, Secrets.NONE);
    none.end();
    none.writeProfile(0);
    assertThat(folder.resolve(CpuProfile.RECORDING)).doesNotExist();
    assertThat(JsonFiles.read(folder.resolve(CpuProfile.FILE), CpuProfile.class).missing())
        .contains("no JVM with a Flight Recorder was seen");
  }
}
