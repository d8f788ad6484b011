package io.github.restcomparison.gatling;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * The text of a header, which Netty has one byte a character: UTF-8, as curl sends it and most
 * services read it.
 */
final class HeaderText {
  private HeaderText() {}

  /** Returns a text as Netty sends it. */
  static String encoded(String text) {
    return isAscii(text)
        ? text
        : new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  /**
   * Returns the text of a header that was received, as it is if it is not UTF-8; null for null.
   *
   * @param received one byte a character
   */
  static String decoded(String received) {
    if (received == null || isAscii(received)) {
      return received;
    }
    try {
      byte[] bytes = received.getBytes(StandardCharsets.ISO_8859_1);
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return received;
    }
  }

  private static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c < 0x80);
  }
}
