package io.github.restcomparison.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.servicekit.StartedServer;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class TomcatServerTest {
  /** Tomcat warns if the source of session ids takes more than 100 ms, as on a busy host. */
  @Test
  void slowSourceOfSessionIdsIsNoWarning() throws Exception {
    try (StartedServer service = new Main().start(Map.of("PORT", "0")::get)) {
      assertThat(service.uri()).isNotNull();
      Logger sessions = Logger.getLogger("org.apache.catalina.util.SessionIdGeneratorBase");
      assertThat(sessions.isLoggable(Level.WARNING)).isFalse();
    }
  }
}
