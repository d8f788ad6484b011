package io.github.restcomparison.runner.gatlinglog;

import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.RunRecord.Latency;
import io.github.restcomparison.records.RunSamples.Window;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The latencies of each kind of request, by the name that it has in Gatling's log. */
public final class RequestLatencies implements SimulationLog.Visitor {
  private final List<Window> leftOut;
  private final Map<String, Latencies> byName = new TreeMap<>();

  private RequestLatencies(List<Window> leftOut) {
    this.leftOut = leftOut;
  }

  /**
   * Reads a log.
   *
   * @param leftOut times whose requests do not count
   * @return those of the right answers, by name; empty where there is one kind only
   * @throws SimulationLogException if the log is damaged, or not of Gatling 3.15
   * @throws IOException if it cannot be read
   */
  public static Map<String, Latency> read(Path log, List<Window> leftOut) throws IOException {
    RequestLatencies all = new RequestLatencies(leftOut);
    SimulationLog.read(log, all);
    Map<String, Latency> summaries = new TreeMap<>();
    if (all.byName.size() > 1) {
      all.byName.forEach((name, latencies) -> summaries.put(name, latencies.summary()));
    }
    return summaries;
  }

  @Override
  public void request(String name, long startMs, long endMs, boolean ok, String message) {
    if (ok && leftOut.stream().noneMatch(time -> time.meets(startMs, endMs))) {
      byName.computeIfAbsent(name, each -> new Latencies()).add(Math.toIntExact(endMs - startMs));
    }
  }

  @Override
  public void error(String message, long atMs) {}

  @Override
  public void user(String scenario, boolean start, long atMs) {}
}
