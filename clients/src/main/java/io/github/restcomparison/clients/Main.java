package io.github.restcomparison.clients;

import io.github.restcomparison.servicekit.SettingException;
import io.github.restcomparison.servicekit.Settings;
import java.net.URI;

/**
 * Repeats one client's burst and prints a line for each repetition: what it took in µs, and the sum
 * of the answers.
 */
public final class Main {
  private Main() {}

  /** Exits with 2 and one line where a setting is bad. */
  public static void main(String[] args) {
    Settings settings = Settings.ofThisProcess();
    try {
      URI service = URI.create(settings.text("SERVICE", "http://127.0.0.1:8095/"));
      int requests = settings.integer("REQUESTS", 1_000, 1, 100_000);
      int repetitions = settings.integer("REPETITIONS", 5, 1, 1_000);
      String name = settings.oneOf("CLIENT", "virtual", "cached", "virtual", "async");
      try (Client client = Client.of(name)) {
        for (int repetition = 1; repetition <= repetitions; repetition++) {
          long start = System.nanoTime();
          long sum = client.sum(service, requests);
          System.out.println((System.nanoTime() - start) / 1_000 + " " + sum);
        }
      }
    } catch (SettingException e) {
      System.err.println("clients: " + e.getMessage());
      System.exit(2);
    }
  }
}
