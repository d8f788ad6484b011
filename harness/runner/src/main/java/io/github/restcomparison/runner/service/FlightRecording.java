package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.CpuProfile;
import io.github.restcomparison.records.JsonFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

  private final Path folder;
  private FlightRecorderMXBean recorder; // null if there is none
  private long id;
  private String failure = "no JVM with a Flight Recorder was seen"; // null if there is none

  /**
   * Starts one, if the service is a JVM that can be seen and has a Flight Recorder.
   *
   * @param folder of the run, which gets the recording and the profile
   */
  public FlightRecording(RunningService service, Path folder) {
    this.folder = folder;
    if (service.probe() != null) {
      try {
        recorder = service.probe().flightRecorder();
        id = recorder.newRecording();
        recorder.setPredefinedConfiguration(id, "profile");
        recorder.startRecording(id);
        failure = null;
      } catch (IOException | RuntimeException e) {
        recorder = null;
      }
    }
  }

  /** Ends it and copies it here. */
  public void end() {
    if (recorder == null) {
      return;
    }
    try (OutputStream copy = Files.newOutputStream(folder.resolve(CpuProfile.RECORDING))) {
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
   * Writes where the JVM spent its CPU.
   *
   * @param fromMs in ms since 1970; what is earlier is the warm-up
   * @throws IOException if it cannot be written
   */
  public void writeProfile(long fromMs) throws IOException {
    JsonFiles.write(folder.resolve(CpuProfile.FILE), profile(fromMs));
  }

  private CpuProfile profile(long fromMs) {
    try {
      return failure == null
          ? profile(folder.resolve(CpuProfile.RECORDING), fromMs)
          : CpuProfile.missing(failure);
    } catch (IOException e) {
      return CpuProfile.missing("its recording cannot be read: " + e.getMessage());
    }
  }

  /** Counts the samples of Java code, but those of our own sampling over JMX. */
  static CpuProfile profile(Path file, long fromMs) throws IOException {
    List<RecordedMethod> samples = new ArrayList<>();
    try (RecordingFile recording = new RecordingFile(file)) {
      while (recording.hasMoreEvents()) {
        RecordedEvent event = recording.readEvent();
        if (isSample(event) && !event.getStartTime().isBefore(Instant.ofEpochMilli(fromMs))) {
          samples.add(event.getStackTrace().getFrames().getFirst().getMethod());
        }
      }
    }
    return new CpuProfile(
        Optional.empty(),
        samples.size(),
        most(samples, FlightRecording::library),
        most(samples, FlightRecording::folder),
        most(samples, method -> method.getType().getName() + "." + method.getName()));
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
  private static String library(RecordedMethod method) {
    RecordedObject own = method.getType().getValue("package");
    RecordedObject module = own == null ? null : own.getValue("module");
    if (module != null && module.getString("name") != null) {
      return module.getString("name");
    }
    Stream<String> parts = Stream.of(folder(method).split("\\."));
    return parts.limit(PARTS_OF_A_LIBRARY).collect(Collectors.joining("."));
  }

  private static String folder(RecordedMethod method) {
    String type = method.getType().getName();
    return type.contains(".") ? type.substring(0, type.lastIndexOf('.')) : "(none)";
  }

  private static Map<String, Long> most(
      List<RecordedMethod> samples, Function<RecordedMethod, String> name) {
    Map<String, Long> counts =
        samples.stream().collect(Collectors.groupingBy(name, Collectors.counting()));
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
