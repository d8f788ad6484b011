package io.github.restcomparison.compare.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("changes the locale of the JVM")
class LocaleTest {
  @Test
  void numbersAreTheSameInEveryLocale() {
    Locale before = Locale.getDefault(Locale.Category.FORMAT);
    Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag("ar-EG"));
    try {
      assertThat(Typed.compare("run", "--rate", "100000", "--delay", "1s").err())
          .contains("needs 200010 connections, of 20000");
    } finally {
      Locale.setDefault(Locale.Category.FORMAT, before);
    }
  }
}
