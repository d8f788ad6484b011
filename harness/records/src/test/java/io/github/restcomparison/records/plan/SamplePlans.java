package io.github.restcomparison.records.plan;

import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.Pinning;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import io.github.restcomparison.records.plan.ExperimentPlan.Setup;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Plans of experiments on one host, for the tests of all modules. */
public final class SamplePlans {
  /** 1,000 users, 100 requests each, a wait of 100 ms, 200 threads. */
  public static final ClosedLoad LOAD = users(1_000, 100, 40_000);

  private static final Setup HOST = new Setup("a host", Pinning.NONE, ServiceRuntime.BARE);

  private SamplePlans() {}

  /** Returns a load with a wait of 100 ms and 200 threads. */
  public static ClosedLoad users(int users, int requests, int warmUpMs) {
    return ClosedLoad.of(users, requests, 100, Wait.FIXED, OptionalInt.of(200), warmUpMs);
  }

  /** Returns a design without a control. */
  public static Design design(int rounds, String... variants) {
    return design(rounds, List.of(variants));
  }

  /** Returns a design without a control. */
  public static Design design(int rounds, List<String> variants) {
    return new Design(variants, Optional.empty(), rounds, 42);
  }

  /** Returns a plan in no study. */
  public static ExperimentPlan of(Design design, Load load) {
    return of("s", design, load);
  }

  /** Returns a plan in no study. */
  public static ExperimentPlan of(String session, Design design, Load load) {
    return new ExperimentPlan(session, design, load, HOST, Optional.empty());
  }
}
