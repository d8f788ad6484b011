package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.CpuProfile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedObject;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import jdk.management.jfr.FlightRecorderMXBean;

/** A recording by the Flight Recorder of a service's JVM. It is read over JMX, as samples are. */
public final class FlightRecording {
  private static final int MOST_NAMES = 50;
  private static final int PARTS_OF_A_LIBRARY = 3;

  private final FlightRecorderMXBean recorder;
  private final long id;
  private final Path file;
  private String failure; // null if there is none

  private FlightRecording(FlightRecorderMXBean recorder, Path file) {
    this.recorder = recorder;
    this.file = file;
    id = recorder.newRecording();
    recorder.setPredefinedConfiguration(id, "profile");
    recorder.startRecording(id);
  }

  /**
   * Starts one; empty if the service is no JVM that can be seen, or it has no Flight Recorder.
   *
   * @param file that {@link #end} writes
   */
  public static Optional<FlightRecording> begin(StartedService service, Path file) {
    try {
      return service.probe() == null
          ? Optional.empty()
          : Optional.of(new FlightRecording(service.probe().flightRecorder(), file));
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  /** Ends it and copies it here. */
  public void end() {
    try (OutputStream copy = Files.newOutputStream(file)) {
      recorder.stopRecording(id);
      long stream = recorder.openStream(id, Map.of());
      for (byte[] part = recorder.readStream(stream);
          part != null;
          part = recorder.readStream(stream)) {
        copy.write(part);
      }
    } catch (IOException | RuntimeException e) {
      failure = "its recording cannot be read: " + e.getMessage();
    }
  }

  /**
   * Returns where the JVM spent its CPU.
   *
   * @param fromMs in ms since 1970; what is earlier is the warm-up
   */
  public CpuProfile profile(long fromMs) {
    try {
      return failure == null ? profile(file, fromMs) : CpuProfile.missing(failure);
    } catch (IOException e) {
      return CpuProfile.missing("its recording cannot be read: " + e.getMessage());
    }
  }

  /** Counts the samples of Java code, but those of our own sampling over JMX. */
  static CpuProfile profile(Path file, long fromMs) throws IOException {
    Map<String, Long> libraries = new HashMap<>();
    Map<String, Long> packages = new HashMap<>();
    Map<String, Long> methods = new HashMap<>();
    long samples = 0;
    try (RecordingFile recording = new RecordingFile(file)) {
      while (recording.hasMoreEvents()) {
        RecordedEvent event = recording.readEvent();
        if (!isSample(event) || event.getStartTime().isBefore(Instant.ofEpochMilli(fromMs))) {
          continue;
        }
        RecordedMethod method = event.getStackTrace().getFrames().getFirst().getMethod();
        RecordedClass type = method.getType();
        String name = type.getName();
        String folder = name.contains(".") ? name.substring(0, name.lastIndexOf('.')) : "(none)";
        libraries.merge(library(type, folder), 1L, Long::sum);
        packages.merge(folder, 1L, Long::sum);
        methods.merge(name + "." + method.getName(), 1L, Long::sum);
        samples++;
      }
    }
    return new CpuProfile(
        Optional.empty(), samples, most(libraries), most(packages), most(methods));
  }

  private static boolean isSample(RecordedEvent event) {
    return event.getEventType().getName().equals("jdk.ExecutionSample")
        && event.getStackTrace() != null
        && !event.getStackTrace().getFrames().isEmpty()
        && !isOurs(event);
  }

  private static boolean isOurs(RecordedEvent event) {
    RecordedThread thread = event.getThread("sampledThread");
    String name = thread == null ? null : thread.getJavaName();
    return name != null && (name.startsWith("RMI ") || name.startsWith("JMX "));
  }

  /** A module of the JDK; other classes do not say which jar they are of. */
  private static String library(RecordedClass type, String folder) {
    RecordedObject own = type.getValue("package");
    RecordedObject module = own == null ? null : own.getValue("module");
    if (module != null && module.getString("name") != null) {
      return module.getString("name");
    }
    String[] parts = folder.split("\\.");
    int kept = Math.min(parts.length, PARTS_OF_A_LIBRARY);
    return String.join(".", Arrays.copyOf(parts, kept));
  }

  private static Map<String, Long> most(Map<String, Long> counts) {
    Map<String, Long> most = new LinkedHashMap<>();
    counts.entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(MOST_NAMES)
        .forEach(each -> most.put(each.getKey(), each.getValue()));
    return most;
  }
}
