package io.github.restcomparison.runner.log;

import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.function.Predicate;

/** Collects the records of a log for assertions. */
final class RecordedEvents implements LogReader.Visitor {

  sealed interface Event permits Request, User, Failure {}

  record Request(String name, long start, long end, boolean ok, String message) implements Event {}

  record User(String scenario, boolean start, long at) implements Event {}

  record Failure(String message, long at) implements Event {}

  private final List<Event> events = new ArrayList<>();

  @Override
  public void request(String name, long start, long end, boolean ok, String message) {
    events.add(new Request(name, start, end, ok, message));
  }

  @Override
  public void user(String scenario, boolean start, long at) {
    events.add(new User(scenario, start, at));
  }

  @Override
  public void error(String message, long at) {
    events.add(new Failure(message, at));
  }

  List<Event> all() {
    return events;
  }

  <E extends Event> List<E> only(Class<E> kind) {
    return events.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  LongSummaryStatistics responseTimes(Predicate<Request> which) {
    return only(Request.class).stream()
        .filter(which)
        .mapToLong(request -> request.end() - request.start())
        .summaryStatistics();
  }
}
