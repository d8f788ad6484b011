package io.github.restcomparison.runner.gate;

import io.github.restcomparison.runner.injector.Injector;
import java.util.List;

/** Objects to the record of one of several injectors, whose share of a load is never ranked. */
record InjectorShareGate(Injector injector) implements Gate {
  @Override
  public String name() {
    return "share";
  }

  @Override
  public Severity severity() {
    return Severity.INVALID;
  }

  @Override
  public List<String> objections() {
    return List.of(
        "the share of injector %d of %d alone".formatted(injector.number(), injector.of()));
  }
}
