package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restcomparison.jerseycontainervertx.ResponseContext.GatheringStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is gathered, and when it is handed on. */
class GatheringStreamTest {
  private final List<Integer> lengths = new ArrayList<>();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final GatheringStream stream = new GatheringStream();

  GatheringStreamTest() {
    stream.setTarget(
        length -> {
          lengths.add(length);
          return out;
        });
  }

  private void write(String text) throws IOException {
    stream.write(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void lengthOfWhatFitsIsKnown() throws IOException {
    stream.gatherUpTo(10);
    write("12345");
    stream.write('6');
    write("7890");
    stream.flush();
    assertThat(stream.isCommitted()).isFalse();
    stream.close();
    assertThat(lengths).containsExactly(10);
    assertThat(out).hasToString("1234567890");
  }

  @Test
  void whatDoesNotFitGoesOnInOrder() throws IOException {
    stream.gatherUpTo(10);
    write("12345");
    write("6789012");
    assertThat(stream.isCommitted()).isTrue();
    write("34");
    stream.close();
    assertThat(lengths).containsExactly(-1);
    assertThat(out).hasToString("12345678901234");
  }

  @Test
  void nothingIsGatheredWithoutALimit() throws IOException {
    write("1");
    assertThat(out).hasToString("1");
    assertThat(lengths).containsExactly(-1);
    assertThatThrownBy(() -> stream.gatherUpTo(10)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void emptyContentHasALengthToo() throws IOException {
    stream.gatherUpTo(10);
    stream.close();
    stream.close();
    assertThat(lengths).containsExactly(0);
  }

  @Test
  void targetThatWantsNothingGetsNothing() throws IOException {
    GatheringStream head = new GatheringStream();
    head.setTarget(length -> null);
    head.write(1);
    head.close();
    assertThat(head.isCommitted()).isTrue();
  }

  @Test
  void nobodyIsAskedForAStreamThatNobodyHasNamed() throws IOException {
    GatheringStream lost = new GatheringStream();
    assertThatThrownBy(() -> lost.write(1)).isInstanceOf(IllegalStateException.class);
    lost.close();
  }
}
