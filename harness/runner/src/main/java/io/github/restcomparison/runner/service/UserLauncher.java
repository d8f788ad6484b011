package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.runner.host.FreePort;
import io.github.restcomparison.runner.host.Placement;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Starts a service of the user's, however it comes to be there, and waits until it is ready.
 *
 * @param name what the user calls it
 * @param client that trusts what the load will trust
 * @param log receives what it prints
 */
public record UserLauncher(
    String name,
    ServiceSpec spec,
    Secrets secrets,
    Placement placement,
    HttpClient client,
    Path log) {
  private static final Duration LAST_WORDS = Duration.ofSeconds(2);

  /**
   * What was started.
   *
   * @param base scheme, host and port
   * @param command absent where somebody else has started it
   * @param container absent where it runs in none
   */
  public record Launched(
      URI base, Optional<UserCommand> command, Optional<UserContainer> container) {

    /** The first of its processes on this host; absent where it is not known to be here. */
    public Optional<Long> pid() {
      return container.isPresent() ? container.get().pid() : command.map(UserCommand::pid);
    }

    /** Ends it. */
    public void close() {
      command.ifPresent(UserCommand::close);
      container.ifPresent(UserContainer::kill);
    }
  }

  /**
   * Starts it.
   *
   * @throws IOException where it is not ready in time; one line says why, nothing is left running
   */
  public Launched launch() throws IOException, InterruptedException {
    return switch (spec.from()) {
      case Origin.Command command -> launch(command);
      case Origin.Image image -> launch(image);
      case Origin.Address address -> reach(address);
      case Origin.OfCatalogue ours ->
          throw new IllegalArgumentException(ours.variant() + " is no service of the user's");
    };
  }

  private Launched launch(Origin.Command command) throws IOException, InterruptedException {
    int port = FreePort.find();
    Map<String, String> environment = environment(Integer.toString(port));
    UserCommand.Launch launch =
        new UserCommand.Launch(
            command.command().replace(Origin.PORT, Integer.toString(port)),
            environment,
            command.directory().map(Path::of),
            "");
    UserCommand started = UserCommand.start(launch, spec.lifecycle(), placement, log, secrets);
    Launched launched =
        new Launched(
            URI.create("http://127.0.0.1:" + port), Optional.of(started), Optional.empty());
    return ready(launched);
  }

  private Launched launch(Origin.Image image) throws IOException, InterruptedException {
    boolean takesPort = spec.env().values().stream().anyMatch(value -> value.contains(Origin.PORT));
    OptionalInt port = takesPort ? OptionalInt.of(FreePort.find()) : OptionalInt.empty();
    UserContainer container = new UserContainer(image, port);
    UserCommand started =
        UserCommand.start(
            container.launch(environment(Integer.toString(port.orElse(0))), placement),
            spec.lifecycle(),
            new Placement.Anywhere(),
            log,
            secrets);
    try {
      return ready(new Launched(container.address(), Optional.of(started), Optional.of(container)));
    } catch (IOException | InterruptedException | RuntimeException e) {
      started.close();
      container.kill();
      throw e;
    }
  }

  private Launched reach(Origin.Address address) throws IOException, InterruptedException {
    if (address.restart().isPresent()) {
      restart(address.restart().get());
    }
    return ready(new Launched(URI.create(address.url()), Optional.empty(), Optional.empty()));
  }

  /** What it starts is the user's to end. */
  private void restart(String line) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", line)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.environment().putAll(secrets.values());
    Process restart = builder.start();
    Duration limit = spec.lifecycle().startLimit();
    try {
      if (!restart.waitFor(limit)) {
        throw new IOException(
            "%s: its restart did not end within %d s".formatted(name, limit.toSeconds()));
      }
      if (restart.exitValue() != 0) {
        throw new IOException(
            "%s: its restart ended with exit code %d".formatted(name, restart.exitValue()));
      }
    } finally {
      restart.destroyForcibly();
    }
  }

  private Launched ready(Launched launched) throws IOException, InterruptedException {
    try {
      new Readiness(client, launched.base(), spec.lifecycle())
          .await(() -> launched.command().flatMap(this::ended));
      return launched;
    } catch (IOException e) {
      launched.close();
      throw new IOException("%s: %s".formatted(name, secrets.hide(e.getMessage())), e);
    } catch (InterruptedException | RuntimeException e) {
      launched.close();
      throw e;
    }
  }

  private Optional<String> ended(UserCommand command) {
    OptionalInt code = command.exitCode();
    if (code.isEmpty()) {
      return Optional.empty();
    }
    command.awaitLog(LAST_WORDS);
    String said = command.lastLine();
    return Optional.of(
        "it ended with exit code %d before it was ready%s (%s)"
            .formatted(code.getAsInt(), said.isEmpty() ? "" : ": " + said, log));
  }

  private Map<String, String> environment(String port) {
    Map<String, String> all = new HashMap<>(secrets.values());
    spec.env()
        .forEach((key, value) -> all.put(key, secrets.resolve(value).replace(Origin.PORT, port)));
    return all;
  }
}
