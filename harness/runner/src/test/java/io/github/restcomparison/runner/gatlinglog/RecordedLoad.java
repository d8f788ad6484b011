package io.github.restcomparison.runner.gatlinglog;

/** Loads for the tests of figures and gates. */
public final class RecordedLoad {
  private RecordedLoad() {}

  /** A load with this many users and successful requests of this many ms each. */
  public static MeasuredLoad of(int users, int answers, int millis) {
    MeasuredLoad load = MeasuredLoad.of("measured");
    for (int user = 0; user < users; user++) {
      load.user("measured", true, 0);
    }
    for (int answer = 0; answer < answers; answer++) {
      load.request("GET", 0, millis, true, "");
    }
    for (int user = 0; user < users; user++) {
      load.user("measured", false, millis);
    }
    return load;
  }

  /** Users that each send this many requests, all answered at once every this many ms. */
  public static MeasuredLoad waves(int users, int requests, int millis) {
    MeasuredLoad load = MeasuredLoad.of("measured");
    for (int user = 0; user < users; user++) {
      load.user("measured", true, 0);
    }
    for (int answer = 0; answer < users * requests; answer++) {
      long start = answer / users * (long) millis;
      load.request("GET", start, start + millis, true, "");
    }
    for (int user = 0; user < users; user++) {
      load.user("measured", false, (long) requests * millis);
    }
    return load;
  }
}
