package io.github.restcomparison.system;

import static io.github.restcomparison.system.driver.Http2Client.CONTINUATION;
import static io.github.restcomparison.system.driver.Http2Client.END_HEADERS;
import static io.github.restcomparison.system.driver.Http2Client.END_STREAM;
import static io.github.restcomparison.system.driver.Http2Client.HEADERS;
import static io.github.restcomparison.system.driver.Http2Client.PING;
import static io.github.restcomparison.system.driver.Http2Client.RST_STREAM;
import static io.github.restcomparison.system.driver.Http2Client.SETTINGS;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.contracttck.Burst;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.system.driver.Http2Client;
import io.github.restcomparison.system.driver.JarProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients of HTTP/2 who let a server work for frames that cost them nothing: it cuts them off, its
 * heap stays small, and the others are served.
 */
@Execution(ExecutionMode.CONCURRENT)
@Order(4)
@Tag("nightly")
class Http2FloodsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int FRAMES = 200_000;
  private static final byte[] GET = Http2Client.get(Endpoint.RESOURCE);

  /** Sends until it is cut off, or has sent {@link #FRAMES}. */
  private enum Flood {
    /** CVE-2023-44487: requests that are cancelled at once. */
    RAPID_RESET {
      @Override
      void send(Http2Client client, int i) throws IOException {
        client.frame(HEADERS, END_HEADERS | END_STREAM, 2 * i + 1, GET);
        client.frame(RST_STREAM, 0, 2 * i + 1, new byte[] {0, 0, 0, 8});
      }
    },
    /** CVE-2024-27983 and its like: a head that never ends. */
    CONTINUATIONS {
      @Override
      void send(Http2Client client, int i) throws IOException {
        if (i == 0) {
          client.frame(HEADERS, END_STREAM, 1, GET);
        }
        client.frame(CONTINUATION, 0, 1, Http2Client.field(0x00, "x-" + i, "a"));
      }
    },
    /** The same in frames that have nothing. */
    EMPTY_CONTINUATIONS {
      @Override
      void send(Http2Client client, int i) throws IOException {
        if (i == 0) {
          client.frame(HEADERS, END_STREAM, 1, GET);
        }
        client.frame(CONTINUATION, 0, 1);
      }
    },
    /** A few bytes that mean megabytes: a long field, which is kept, and named again and again. */
    HPACK_BOMB {
      @Override
      void send(Http2Client client, int i) throws IOException {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.writeBytes(GET);
        block.writeBytes(Http2Client.field(0x40, "x", "a".repeat(3_900)));
        for (int again = 0; again < 10_000; again++) {
          block.write(0xBE); // the newest of the dynamic table
        }
        client.frame(HEADERS, END_HEADERS | END_STREAM, 2 * i + 1, block.toByteArray());
      }
    };

    abstract void send(Http2Client client, int i) throws IOException;
  }

  /** All of them, one after the other, in one process: what each leaves behind adds up. */
  @ParameterizedTest
  @ValueSource(strings = {"vertx-rest", "jersey-vertx"})
  void whoFloodsHarmsNobody(String service) throws Exception {
    try (JarProcess jar = start(service)) {
      URI resource = jar.ready();
      for (Flood flood : Flood.values()) {
        assertIsCutOff(resource, flood);
      }
      assertHarmsNobody(resource, SETTINGS, 0);
      assertHarmsNobody(resource, PING, 8);
      assertThat(jar.output()).doesNotContain("OutOfMemory");
    }
  }

  private static void assertIsCutOff(URI resource, Flood flood) throws Exception {
    try (Http2Client client = new Http2Client(resource);
        ExecutorService attack = Executors.newVirtualThreadPerTaskExecutor()) {
      attack.submit(() -> send(client, flood));
      assertOthersAreServed(resource, flood.toString());
      assertThat(client.isClosedWithin(PATIENCE.toMillis())).as("%s", flood).isTrue();
      assertThat(client.isToldToGo()).as("%s", flood).isTrue();
    }
    assertOthersAreServed(resource, "after " + flood);
  }

  /** Frames that are allowed in any number, and each of which needs a response. */
  private static void assertHarmsNobody(URI resource, int type, int bytes) throws Exception {
    try (Http2Client client = new Http2Client(resource);
        ExecutorService attack = Executors.newVirtualThreadPerTaskExecutor()) {
      attack.submit(
          () -> {
            for (int i = 0; i < FRAMES; i++) {
              client.frame(type, 0, 0, new byte[bytes]);
            }
            return null;
          });
      assertOthersAreServed(resource, "frames of type " + type);
    }
    assertOthersAreServed(resource, "after frames of type " + type);
  }

  private static void assertOthersAreServed(URI resource, String when) throws Exception {
    assertThat(Burst.of(resource, 50, PATIENCE).rightResponses()).as(when).isEqualTo(50);
  }

  private static JarProcess start(String service) throws IOException {
    return JarProcess.start(
        List.of("-Xmx48m"), Variant.named(service), "PORT=0", "DELAY_MS=50", "PROTOCOL=h2c");
  }

  private static Void send(Http2Client client, Flood flood) throws Exception {
    for (int i = 0; i < FRAMES && !client.isClosedWithin(0); i++) {
      flood.send(client, i);
    }
    client.flush();
    return null;
  }
}
