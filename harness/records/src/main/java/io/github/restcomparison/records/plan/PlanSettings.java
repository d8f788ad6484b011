package io.github.restcomparison.records.plan;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All settings of an experiment, merged from defaults, study, file and options.
 *
 * @param services of the user's, by name
 * @param workload what they are asked; absent without services
 * @param variants of this project
 * @param runtime what services run in: {@code bare}, {@code docker} or {@code kubernetes}
 * @param cluster absent unless the runtime is {@code kubernetes}
 * @param slo that a search for capacity must keep
 */
public record PlanSettings(
    @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, ServiceSpec> services,
    Optional<Workload> workload,
    @JsonSetter(nulls = Nulls.AS_EMPTY) List<String> variants,
    LoadSettings load,
    DesignSettings design,
    @Limits(words = {"bare", "docker", "kubernetes"}) String runtime,
    Optional<ClusterSpec> cluster,
    Optional<String> slo) {}
