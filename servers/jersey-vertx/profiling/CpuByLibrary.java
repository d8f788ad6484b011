import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/**
 * Divides a service's CPU time among the libraries that it was spent for. A sample belongs to the
 * frame nearest to its top that is of a library below: what the JDK does, it does for its caller.
 * JFR samples threads that run Java; the rest is what the JVM does beside them.
 */
class CpuByLibrary {
  /** The first that a class's name begins with counts. */
  private static final List<Map.Entry<String, String>> LIBRARIES =
      List.of(
          Map.entry("io.github.restcomparison.jerseycontainervertx.", "jersey-container-vertx"),
          Map.entry("io.github.restcomparison.", "the service"),
          Map.entry("org.glassfish.grizzly.", "Grizzly"),
          Map.entry("org.glassfish.jersey.grizzly2.", "Jersey's container for Grizzly"),
          Map.entry("org.glassfish.", "Jersey"),
          Map.entry("org.jvnet.", "Jersey"),
          Map.entry("jakarta.ws.rs.", "Jersey"),
          Map.entry("io.vertx.", "Vert.x"),
          Map.entry("io.netty.", "Netty"),
          Map.entry("MinimalContainer", "the minimal container"));

  /** Arguments: the service's name, a recording, requests, CPU time in ticks, ticks per second. */
  public static void main(String[] args) throws IOException {
    double micros =
        1e6 * Double.parseDouble(args[3]) / Double.parseDouble(args[4]) / Double.parseDouble(args[2]);
    Map<String, Long> nanos = new TreeMap<>();
    long sampled = 0;
    try (RecordingFile recording = new RecordingFile(Path.of(args[1]))) {
      while (recording.hasMoreEvents()) {
        RecordedEvent event = recording.readEvent();
        if (event.getEventType().getName().equals("jdk.CPUTimeSample")) {
          long period = event.getDuration("samplingPeriod").toNanos();
          nanos.merge(library(event.getStackTrace()), period, Long::sum);
          sampled += period;
        }
      }
    }
    double requests = Double.parseDouble(args[2]);
    nanos.put("garbage collector, compilers", Math.max(0, Math.round(1e3 * micros * requests) - sampled));
    System.out.printf(
        Locale.ROOT,
        "%n%s: %.1f µs of CPU per request, over %,.0f requests%n%n| | µs per request |%n|---|---:|%n",
        args[0],
        micros,
        requests);
    nanos.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .forEach(
            entry ->
                System.out.printf(
                    Locale.ROOT, "| %s | %.1f |%n", entry.getKey(), entry.getValue() / 1e3 / requests));
  }

  private static String library(RecordedStackTrace trace) {
    if (trace == null) {
      return "the JVM";
    }
    for (RecordedFrame frame : trace.getFrames()) {
      String type = frame.getMethod().getType().getName();
      for (Map.Entry<String, String> library : LIBRARIES) {
        if (type.startsWith(library.getKey())) {
          return library.getValue();
        }
      }
    }
    return "the JDK alone";
  }
}
