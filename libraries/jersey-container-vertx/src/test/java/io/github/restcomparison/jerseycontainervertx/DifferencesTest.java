package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.core.Application;
import org.glassfish.jersey.server.ResourceConfig;
import org.junit.jupiter.api.Test;

/** What this container does, and Jersey's container for Grizzly does not, each with the reason. */
class DifferencesTest extends Behaviours {
  DifferencesTest() {
    super(new VertxTestContainerFactory());
  }

  @Override
  protected Application configure() {
    return new ResourceConfig(Entities.class);
  }

  /** Grizzly sends chunks to clients of HTTP/1.0 too, who take their sizes for content. */
  @Test
  void olderClientsGetAStreamThatEndsWithTheConnection() throws Exception {
    Raw answer = raw("GET /entities/flushed HTTP/1.0\r\n\r\n");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).hasSize(30_000).startsWith("aa").endsWith("cc");
    assertThat(answer.head()).doesNotContainIgnoringCase("Transfer-Encoding");
  }

  /** RFC 9110, 6.6.1, asks it of a server with a clock; Grizzly's container leaves it out. */
  @Test
  void responsesHaveADate() throws Exception {
    assertThat(get("/entities/text").headers().firstValue("Date").orElseThrow())
        .matches("\\w{3}, \\d{2} \\w{3} \\d{4} \\d{2}:\\d{2}:\\d{2} GMT");
  }
}
