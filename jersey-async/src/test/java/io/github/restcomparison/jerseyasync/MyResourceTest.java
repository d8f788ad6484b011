package io.github.restcomparison.jerseyasync;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.servicekit.SettingsReader;
import io.github.restcomparison.servicekit.Wait;
import jakarta.ws.rs.container.AsyncResponse;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Mixin;

class MyResourceTest {
  private static final class Settings {
    @Mixin private final Wait wait = new Wait();
  }

  /** Nothing is handed to another thread that has nothing to wait for. */
  @ParameterizedTest
  @CsvSource({"0, true", "1, false"})
  void respondsOnTheThreadOfTheCallOnlyWithoutADelay(String delayMs, boolean same)
      throws Exception {
    Settings settings = new Settings();
    SettingsReader.read(settings, Map.of("DELAY_MS", delayMs)::get);
    CompletableFuture<Thread> resumed = new CompletableFuture<>();
    Object response =
        Proxy.newProxyInstance(
            AsyncResponse.class.getClassLoader(),
            new Class<?>[] {AsyncResponse.class},
            (proxy, method, arguments) -> resumed.complete(Thread.currentThread()));
    try (MyResource resource = new MyResource(settings.wait, 1)) {
      resource.get((AsyncResponse) response);
      assertThat(resumed.get(20, TimeUnit.SECONDS).equals(Thread.currentThread())).isEqualTo(same);
    }
  }
}
