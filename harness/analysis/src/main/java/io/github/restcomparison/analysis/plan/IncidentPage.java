package io.github.restcomparison.analysis.plan;

import io.github.restcomparison.analysis.curves.Curves;
import io.github.restcomparison.analysis.curves.Curves.Axis;
import io.github.restcomparison.analysis.curves.Curves.Chart;
import io.github.restcomparison.analysis.curves.Curves.Column;
import io.github.restcomparison.analysis.curves.Curves.Point;
import io.github.restcomparison.analysis.curves.Curves.Series;
import io.github.restcomparison.analysis.curves.Curves.Table;
import io.github.restcomparison.analysis.fleet.FleetSecond;
import io.github.restcomparison.analysis.fleet.Incident;
import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** What an incident does, for people. */
record IncidentPage(Incident incident, List<IncidentRun> runs) {

  List<Chart> charts() {
    return List.of(
        chart("answered", "Answered", "requests/s", FleetSecond::answered),
        chart("waiting", "Most requests in one node", "requests", FleetSecond::mostInNode),
        chart("latency", "Latency, p99", "ms", FleetSecond::p99Ms));
  }

  private Chart chart(String id, String title, String unit, ToDoubleFunction<FleetSecond> figure) {
    return Curves.chart(
        "incident-" + id,
        "%s (%s) while %s".formatted(title, unit, incident.text()),
        "Simulated request by request; from second %d to %d %s."
            .formatted(IncidentRun.FROM, IncidentRun.TO, incident.text()),
        new Axis("s", "s", false),
        new Axis(title, unit, false),
        runs.stream()
            .map(
                run ->
                    Series.line(
                        run.name(),
                        IntStream.range(0, run.seconds().size())
                            .mapToObj(
                                i -> Point.of(i + 1, figure.applyAsDouble(run.seconds().get(i))))
                            .toList()))
            .toList());
  }

  Table table() {
    return Table.of(
        "incident",
        "What an incident does",
        "Simulated: from second %d to %d of %d %s. Answered per second before it and while it lasts; all else over the whole minute."
            .formatted(IncidentRun.FROM, IncidentRun.TO, IncidentRun.END, incident.text()),
        runs,
        List.of(
            new Column<>("variant", IncidentRun::name),
            new Column<>("before, /s", run -> Numbers.of(Math.rint(run.before()))),
            new Column<>("during, /s", run -> Numbers.of(Math.rint(run.during()))),
            new Column<>("refused", run -> Numbers.of(run.refused())),
            new Column<>("failed", run -> Numbers.of(run.failed())),
            new Column<>("worst p99, ms", run -> Numbers.of(Math.rint(run.worstP99Ms()))),
            new Column<>("most in a node", run -> Numbers.of(run.mostInNode())),
            new Column<>(
                "memory of a node, MiB",
                run ->
                    run.mostBytes().stream()
                        .mapToObj(Numbers::mebibytes)
                        .findFirst()
                        .orElse(Numbers.ABSENT)),
            new Column<>(
                "as before after, s",
                run ->
                    run.recoveredAfter().isPresent()
                        ? Numbers.of(run.recoveredAfter().getAsInt())
                        : "not in this minute")));
  }
}
