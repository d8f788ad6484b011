package io.github.restcomparison.compare.kubernetes;

import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.UserServices;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.runner.variants.Catalogue;
import io.github.restcomparison.runner.variants.HttpClientVariant;
import io.github.restcomparison.runner.variants.Variant;
import java.util.Optional;
import java.util.stream.Stream;

/** What of an experiment cannot be measured in a cluster. */
public final class ClusterLimits {
  private ClusterLimits() {}

  /** The first of it, in one line; empty where all of the plan can be. */
  public static Optional<String> refusal(ExperimentPlan plan) {
    return Stream.of(
            plan.users().stream().flatMap(ClusterLimits::refusal),
            when(plan.memory(), "compare memory"),
            when(plan.load().asksBackEnd(), "--wait " + plan.load().waits()),
            plan.design().variants().stream()
                .filter(
                    name -> plan.users().filter(all -> all.services().containsKey(name)).isEmpty())
                .flatMap(ClusterLimits::refusal))
        .flatMap(each -> each)
        .findFirst()
        .map("--runtime is 'kubernetes': it may be bare for %s"::formatted);
  }

  /** What is on this host only: processes, classes, files, secrets of its environment. */
  private static Stream<String> refusal(UserServices users) {
    Workload workload = users.workload();
    return Stream.concat(
        Stream.of(
                when(workload.simulation().isPresent(), "--simulation"),
                when(!workload.feeders().isEmpty(), "feeders"),
                when(workload.insecure(), "--insecure"))
            .flatMap(each -> each),
        users.services().entrySet().stream()
            .flatMap(each -> refusal(each.getKey(), each.getValue())));
  }

  private static Stream<String> refusal(String name, ServiceSpec service) {
    boolean isThere =
        service.from() instanceof Origin.Image
            || service.from() instanceof Origin.OfCatalogue
            || service.from() instanceof Origin.Address(String url, Optional<String> restart)
                && restart.isEmpty();
    return Stream.of(
            when(!isThere, name + ", which is neither docker:IMAGE nor an address without restart"),
            when(
                service.lifecycle().ready().filter(at -> !at.startsWith("/")).isPresent(),
                name + ", whose --ready is a URL, not a path"),
            when(service.toString().contains("${"), name + ", which takes ${…} of this host"))
        .flatMap(each -> each);
  }

  private static Stream<String> refusal(String name) {
    if (HttpClientVariant.of(name).isPresent()) {
      return Stream.of("clients");
    }
    Variant variant = Catalogue.variant(name);
    return when(!variant.jvmFlags().isEmpty(), name + ", whose image has the flags of its JVM");
  }

  private static Stream<String> when(boolean refused, String what) {
    return refused ? Stream.of(what) : Stream.empty();
  }
}
