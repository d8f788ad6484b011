package io.github.restcomparison.clients;

import io.github.restcomparison.servicekit.InvalidSettingException;
import io.github.restcomparison.servicekit.SettingsReader;
import java.net.URI;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Repeats one client's burst and prints a line for each repetition: its duration in µs, and the sum
 * of the responses.
 */
@Command(name = "clients", description = "HTTP clients that send all requests of a burst at once.")
public final class Main {
  @Option(names = "--service", paramLabel = "URI")
  private URI service = URI.create("http://127.0.0.1:8095/");

  @Option(names = "--requests", paramLabel = "1..100000")
  private int requests = 1_000;

  @Option(names = "--repetitions", paramLabel = "1..1000")
  private int repetitions = 5;

  @Option(names = "--client", paramLabel = "virtual|cached|async")
  private String client = "virtual";

  private Main() {}

  /** Exits with 2 and one line if a setting is invalid. */
  public static void main(String... arguments) {
    Main main = new Main();
    try {
      SettingsReader.read(main, System::getenv, arguments);
    } catch (InvalidSettingException e) {
      System.err.println("clients: " + e.getMessage());
      System.exit(2);
    }
    main.run();
  }

  private void run() {
    try (Client sending = Client.of(client)) {
      for (int repetition = 1; repetition <= repetitions; repetition++) {
        long start = System.nanoTime();
        long sum = sending.sum(service, requests);
        System.out.println((System.nanoTime() - start) / 1_000 + " " + sum);
      }
    }
  }
}
