package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.runner.host.Cmd;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;

/** A service that somebody else started. It goes on after the run. */
record AddressInstance(URI url) implements Instance {

  /**
   * Finds it, or restarts it by the user's command.
   *
   * @throws IOException if that command fails; its output is in the log
   */
  static AddressInstance of(Launch launch, Origin.Address address)
      throws IOException, InterruptedException {
    if (address.restart().isPresent()) {
      restart(launch, address.restart().get());
    }
    return new AddressInstance(URI.create(address.url()));
  }

  private static void restart(Launch launch, String line) throws IOException, InterruptedException {
    Cmd.Result restart =
        new Cmd(
                List.of("sh", "-c", line),
                "",
                launch.secrets().values(),
                launch.spec().lifecycle().startLimit())
            .run();
    String all = "%s\n%s\n".formatted(restart.output(), restart.error()).strip() + "\n";
    Files.createDirectories(launch.log().toAbsolutePath().getParent());
    Files.writeString(launch.log(), launch.secrets().hide(all));
    if (restart.exitCode() != 0) {
      throw new IOException(
          "its restart ended with exit code %d: %s (%s)"
              .formatted(restart.exitCode(), restart.lastLine(), launch.log()));
    }
  }

  @Override
  public List<URI> candidates() {
    return List.of(url);
  }
}
