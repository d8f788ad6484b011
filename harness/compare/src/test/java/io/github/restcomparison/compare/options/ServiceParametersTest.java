package io.github.restcomparison.compare.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.service.Lifecycle;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.ServiceSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ServiceParametersTest {
  @Test
  void eachValueMakesAService() {
    ServiceSpec pooled =
        new ServiceSpec(
            new Origin.Command("serve {port} {pool}", Optional.empty()),
            Map.of("POOL", "of {pool}"),
            Lifecycle.USUAL,
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty());
    ServiceSpec other = ServiceSpec.of(new Origin.Command("other {port}", Optional.empty()));
    Map<String, ServiceSpec> all =
        ServiceParameters.expanded(
            Map.of("pooled", pooled, "other", other), List.of("pool=10..40x2"));
    assertThat(all).containsOnlyKeys("pooled@pool=10", "pooled@pool=20", "pooled@pool=40", "other");
    assertThat(all.get("other")).isEqualTo(other);
    assertThat(all.get("pooled@pool=20").from())
        .isEqualTo(new Origin.Command("serve {port} 20", Optional.empty()));
    assertThat(all.get("pooled@pool=20").env()).containsEntry("POOL", "of 20");
  }
}
