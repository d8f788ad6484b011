package io.github.restcomparison.runner.load;

import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.OpenLoad;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.variants.Contract;
import io.github.restcomparison.runner.variants.Variant;
import java.util.List;

/**
 * The first phase of the warm-up, which drives a service until its compilers are quiet.
 *
 * @param extraUsers users in addition to the users of the measured load, 0 or more
 * @param delayMs of the service, 1 or more; 0 if it cannot be set
 * @param cpus of the service, with as many users of the load to begin with; 0 if all begin
 * @param responses before which it does not end
 */
public record Drive(int extraUsers, int delayMs, int cpus, int responses) {
  /** The optimizing compiler considers a method after 5,000 calls. */
  public static final int ENOUGH_TO_COMPILE = 6_000;

  static final Drive NONE = new Drive(0, 0, 0, 0);

  /** Requests per second that leave CPU to the JIT compilers while the code is still slow. */
  private static final int RATE = 3_000;

  private static final int MIN_USERS = 4;
  private static final int MAX_WAITING_USERS = 1_000;

  /**
   * Returns the drive of a run; {@link #NONE} if there is none.
   *
   * <p>A service with the service-kit is driven by four users at least, with a shorter wait than in
   * the measured load; one with a back end only by users who have a connection to it. The wait of
   * another one cannot be set; if its users never pause, its settle phase has as many calls as a
   * drive. A service that was started elsewhere gets the load alone, as one in a cluster does if
   * users never pause: injectors cannot see its CPU time. Before the memory of a service is
   * measured, separate users drive it.
   */
  static Drive of(Contract contract) {
    RunRequest request = contract.request();
    ServiceSpec service = request.service();
    Load load = contract.load();
    boolean isOfMemory = request.flags().subject() == ExperimentPlan.Subject.MEMORY;
    int waiting = isOfMemory ? Math.min(MAX_WAITING_USERS, load.concurrency()) : 0;
    boolean isStock = Variant.of(service).filter(Variant::isStock).isPresent();
    if (service.variant().isPresent() && service.isLaunched() && !isStock) {
      int few = load.waitKind().isForBackEnd() ? 0 : Math.max(0, MIN_USERS - load.concurrency());
      int users = isOfMemory ? waiting : load.concurrency() + few;
      int concurrent = Math.min(users, load.workers().orElse(users));
      int delayMs = Math.max(1, 1_000 * concurrent / RATE);
      return new Drive(isOfMemory ? waiting : few, delayMs, 0, ENOUGH_TO_COMPILE);
    }
    boolean mayPause = load instanceof OpenLoad || load.meanThink().isPositive();
    boolean isAlone = mayPause || isOfMemory;
    List<Integer> own = request.placement().service();
    int cpus = own.isEmpty() ? Host.CPUS : own.size();
    boolean isDriven =
        service.isLaunched() || isOfMemory || request.injector().isPresent() && mayPause;
    return isDriven ? new Drive(waiting, 0, cpus, isAlone ? ENOUGH_TO_COMPILE : 0) : NONE;
  }
}
