package io.github.restcomparison.analysis.diff;

import io.github.restcomparison.analysis.model.Summary;
import io.github.restcomparison.analysis.model.VariantSummary;
import io.github.restcomparison.analysis.runs.Conditions;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.LoadProtocol;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What two experiments do not have in common. */
final class DiffSettings {
  /** Hosts whose memory differs by less, as a share, are alike. */
  private static final double SAME_MEMORY = 0.01;

  private DiffSettings() {}

  /** What makes them not comparable: the load, the host, how it was divided, what measured. */
  static List<String> differences(RecordedRuns before, RecordedRuns after) {
    List<String> differences = differing(conditions(before), conditions(after));
    memory(before, after).ifPresent(differences::add);
    Map<String, Object> workers = workers(before);
    Map<String, Object> workersAfter = workers(after);
    workers.keySet().retainAll(workersAfter.keySet());
    workersAfter.keySet().retainAll(workers.keySet());
    differences.addAll(differing(workers, workersAfter));
    return differences;
  }

  /** A kernel keeps some of it for itself, now more and now less. */
  private static Optional<String> memory(RecordedRuns before, RecordedRuns after) {
    Optional<Long> one = Conditions.of(before).host().memory();
    Optional<Long> other = Conditions.of(after).host().memory();
    boolean isAlike =
        one.isPresent() && other.isPresent()
            ? Math.abs(one.get() - other.get()) <= SAME_MEMORY * one.get()
            : one.equals(other);
    return isAlike
        ? Optional.empty()
        : Optional.of("memory: %s before, %s after".formatted(mebibytes(one), mebibytes(other)));
  }

  private static String mebibytes(Optional<Long> bytes) {
    return bytes.map(all -> Numbers.mebibytes(all) + " MiB").orElse("varies");
  }

  private static Map<String, Object> workers(RecordedRuns runs) {
    Map<String, Object> workers = new TreeMap<>();
    runs.runs()
        .forEach(
            run ->
                workers.put("workers of " + run.variant(), run.record().settings().workersText()));
    return workers;
  }

  private static Map<String, Object> conditions(RecordedRuns runs) {
    Conditions plan = Conditions.of(runs);
    Map<String, Object> conditions = new LinkedHashMap<>();
    conditions.put("users", plan.load().users());
    conditions.put("requests per user", plan.load().requestsPerUser());
    conditions.put("seconds", plan.load().seconds().stream().boxed().findFirst());
    conditions.put(
        "requests asked",
        runs.runs().stream()
            .flatMap(run -> run.record().setup().user().stream())
            .map(user -> user.workload().toString())
            .findFirst()
            .orElse("ours"));
    conditions.put("open model", plan.load().open().map(OpenModel::toString).orElse("none"));
    conditions.put("delay in ms", plan.load().delayMs());
    conditions.put("wait", plan.load().waits());
    conditions.put("protocol", plan.load().protocol().map(LoadProtocol::toString).orElse("http1"));
    conditions.put("warm-up limit in ms", plan.load().warmUpLimitMs());
    conditions.put("processor", plan.host().cpu().orElse("varies"));
    conditions.put("logical processors", plan.host().cpus().map(String::valueOf).orElse("varies"));
    conditions.put("container", plan.host().container().orElse("none"));
    conditions.put("pinning", plan.host().pinning().orElse("varies"));
    conditions.put("Gatling", plan.host().gatling().orElse("varies"));
    return conditions;
  }

  /** What may be the very thing that is tested: the system, JDK, flags, libraries, settings. */
  static List<String> changes(RecordedRuns before, RecordedRuns after) {
    return differing(subject(before), subject(after));
  }

  private static Map<String, Object> subject(RecordedRuns runs) {
    Conditions plan = Conditions.of(runs);
    Map<String, Object> subject = new TreeMap<>();
    subject.put("system", plan.host().os().orElse("varies"));
    subject.put("JDK", plan.host().jdk().orElse("varies"));
    for (VariantSummary variant : Summary.variants(runs)) {
      RunRecord first = variant.runs().getFirst().record();
      variant
          .service()
          .forEach((setting, value) -> subject.put(variant.name() + " " + setting, value));
      subject.put(variant.name() + " JVM flags", first.setup().environment().serviceJvm());
      first
          .setup()
          .environment()
          .versions()
          .forEach(library -> subject.put(variant.name() + " library " + library, "there"));
    }
    subject.keySet().removeIf(setting -> setting.matches(".* (port|keyStore)"));
    return subject;
  }

  /** As people write it: an absent value is none, a list its elements. */
  private static String text(Object value) {
    return switch (value) {
      case Optional<?> optional -> optional.map(DiffSettings::text).orElse("none");
      case List<?> list -> list.stream().map(DiffSettings::text).collect(Collectors.joining(" "));
      default -> value.toString();
    };
  }

  private static List<String> differing(Map<String, Object> one, Map<String, Object> other) {
    TreeSet<String> settings = new TreeSet<>(one.keySet());
    settings.addAll(other.keySet());
    List<String> lines = new ArrayList<>();
    for (String setting : settings) {
      Object before = one.getOrDefault(setting, "none");
      Object after = other.getOrDefault(setting, "none");
      if (!Objects.equals(before, after)) {
        lines.add("%s: %s before, %s after".formatted(setting, text(before), text(after)));
      }
    }
    return lines;
  }
}
