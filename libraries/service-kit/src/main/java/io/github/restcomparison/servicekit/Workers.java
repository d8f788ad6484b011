package io.github.restcomparison.servicekit;

/** The threads that may block at once in a service whose model blocks a thread per request. */
public sealed interface Workers {

  /** A fixed pool of platform threads: that many requests wait at once, the others queue. */
  record Platform(int threads) implements Workers {}

  /** A virtual thread for each request: as many wait at once as there are requests. */
  record Virtual() implements Workers {}

  /**
   * Reads {@code WORKERS}: 1 to 20000 threads (200 where nothing is said), or {@code virtual}.
   *
   * @throws SettingException where it is neither
   */
  static Workers of(Settings settings) {
    String value = settings.text("WORKERS", "200");
    if (value.equals("virtual")) {
      return new Virtual();
    }
    try {
      int threads = Integer.parseInt(value);
      if (threads >= 1 && threads <= 20_000) {
        return new Platform(threads);
      }
    } catch (NumberFormatException e) {
      // said below, as for a number out of range
    }
    throw Settings.mayBe("WORKERS", value, "a whole number from 1 to 20000, or virtual");
  }
}
