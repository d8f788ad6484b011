package io.github.restcomparison.jerseygrizzly;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.memory.MemoryManager;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeadSyntaxTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX:\r\n\r\n",
        "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nX: \t\u00e9\u0001\r\n\r\n"
      })
  void headsThatAreHeads(String head) {
    assertThat(isValid(head)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\r\n",
        "GET / HTTP/1.1\r\n",
        "GET / HTTP/1.1\n\n",
        "GET / HTTP/1.1\r\nHost: a\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n\n",
        "GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\u0000\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
        "GET / HTTP/1.1\r\n: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost\r\n\r\n",
        "GET / HTTP/1.1\r\nH(o)st: a\r\n\r\n",
        " GET / HTTP/1.1\r\n\r\n",
        "GET\t/\tHTTP/1.1\r\n\r\n",
        "G(T / HTTP/1.1\r\n\r\n"
      })
  void headsThatAreNone(String head) {
    assertThat(isValid(head)).isFalse();
  }

  private static boolean isValid(String head) {
    Buffer buffer =
        Buffers.wrap(
            MemoryManager.DEFAULT_MEMORY_MANAGER, head.getBytes(StandardCharsets.ISO_8859_1));
    return HeadSyntax.isValid(buffer, buffer.remaining());
  }
}
