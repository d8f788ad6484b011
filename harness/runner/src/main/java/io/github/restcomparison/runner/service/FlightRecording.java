package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.CpuProfile;
import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.TemporaryFolder;
import io.github.restcomparison.records.service.Secrets;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.Configuration;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedObject;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import jdk.management.jfr.FlightRecorderMXBean;

/** A recording by the Flight Recorder of a service's JVM. It is read over JMX, as samples are. */
public final class FlightRecording {
  private static final int MAX_NAMES = 50;
  private static final int PARTS_OF_A_LIBRARY = 3;

  /** Events with the environment, the properties and the command lines of this and other JVMs. */
  private static final Set<String> PRIVATE =
      Set.of(
          "jdk.InitialEnvironmentVariable",
          "jdk.InitialSystemProperty",
          "jdk.JVMInformation",
          "jdk.ProcessStart",
          "jdk.SystemProcess");

  private final Path folder;
  private final Secrets secrets;
  private FlightRecorderMXBean recorder; // null if there is none
  private long id;
  private String failure = "no JVM with a Flight Recorder was seen"; // null if there is none

  /**
   * Starts one, if the service is a JVM that can be observed and has a Flight Recorder.
   *
   * @param folder of the run, which gets the recording and the profile
   * @param secrets that the recording must not contain
   */
  public FlightRecording(RunningService service, Path folder, Secrets secrets) {
    this.folder = folder;
    this.secrets = secrets;
    if (service.probe().isPresent()) {
      try {
        recorder = service.probe().get().flightRecorder();
        id = recorder.newRecording();
        recorder.setRecordingSettings(id, settings());
        recorder.startRecording(id);
        failure = null;
      } catch (IOException | RuntimeException e) {
        recorder = null;
      }
    }
  }

  /**
   * Returns the JDK's settings to profile, without private data, also in the JVM's own files, which
   * stay if it is killed.
   */
  private static Map<String, String> settings() throws IOException {
    try {
      Map<String, String> settings =
          new HashMap<>(Configuration.getConfiguration("profile").getSettings());
      PRIVATE.forEach(event -> settings.put(event + "#enabled", "false"));
      return settings;
    } catch (ParseException e) {
      throw new IOException(e);
    }
  }

  /** Ends it and copies it here. */
  public void end() {
    if (recorder == null) {
      return;
    }
    try (TemporaryFolder own = TemporaryFolder.named("recording")) {
      Path whole = own.path().resolve(CpuProfile.RECORDING);
      copy(whole);
      writeWithoutSecrets(whole, folder.resolve(CpuProfile.RECORDING), secrets);
    } catch (IOException | RuntimeException e) {
      failure = "its recording cannot be read: " + e.getMessage();
    }
  }

  private void copy(Path file) throws IOException {
    try (OutputStream copy = Files.newOutputStream(file)) {
      recorder.stopRecording(id);
      long stream = recorder.openStream(id, Map.of());
      for (byte[] part = recorder.readStream(stream);
          part != null;
          part = recorder.readStream(stream)) {
        copy.write(part);
      }
    }
  }

  /**
   * Writes a recording without the events that are private, which another recording of the same JVM
   * may have, and without those that have a secret. Names of threads and the like are in separate
   * tables, where asterisks replace secrets.
   */
  static void writeWithoutSecrets(Path from, Path to, Secrets secrets) throws IOException {
    Path rest = from.resolveSibling("rest.jfr");
    try (RecordingFile recording = new RecordingFile(from)) {
      recording.write(
          rest,
          event -> !PRIVATE.contains(event.getEventType().getName()) && !hasSecret(event, secrets));
    }
    String content = new String(Files.readAllBytes(rest), StandardCharsets.ISO_8859_1);
    Files.write(to, secrets.blank(content).getBytes(StandardCharsets.ISO_8859_1));
  }

  private static boolean hasSecret(RecordedEvent event, Secrets secrets) {
    return event.getFields().stream()
        .filter(field -> field.getTypeName().equals("java.lang.String"))
        .map(field -> event.getString(field.getName()))
        .anyMatch(text -> text != null && !secrets.hide(text).equals(text));
  }

  /**
   * Writes the CPU profile of the JVM.
   *
   * @param fromMs in ms since 1970; the time before is the warm-up
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

  /** Counts the samples of Java code, except of our own sampling over JMX. */
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
        mostFrequent(samples, FlightRecording::library),
        mostFrequent(samples, FlightRecording::folder),
        mostFrequent(samples, method -> method.getType().getName() + "." + method.getName()));
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

  /** Returns a module of the JDK; other classes do not state their jar. */
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

  private static Map<String, Long> mostFrequent(
      List<RecordedMethod> samples, Function<RecordedMethod, String> name) {
    Map<String, Long> counts =
        samples.stream().collect(Collectors.groupingBy(name, Collectors.counting()));
    Map<String, Long> most = new LinkedHashMap<>();
    counts.entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(MAX_NAMES)
        .forEach(each -> most.put(each.getKey(), each.getValue()));
    return most;
  }
}
