package io.github.restcomparison.records.plan;

import io.github.restcomparison.records.DurationText;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Duration;
import java.util.List;

/** What a setting may be: a number or a duration within limits, or one of some words. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Limits {
  /** The least; empty if only words are valid. */
  String min() default "";

  /** The greatest. */
  String max() default "";

  /** Valid words, also beside a number. */
  String[] words() default {};

  /** Whether a duration must be whole seconds. */
  boolean wholeSeconds() default false;

  /** Checks values against their limits. */
  final class Check {
    private Check() {}

    /** Returns whether a value is valid; null is. */
    public static boolean isValid(Limits limits, Object value) {
      return switch (value) {
        case null -> true;
        case Duration time -> isValid(limits, time);
        case Number number -> isWithin(limits, number.longValue());
        default -> isValidText(limits, value.toString());
      };
    }

    private static boolean isValid(Limits limits, Duration time) {
      return time.compareTo(duration(limits.min())) >= 0
          && time.compareTo(duration(limits.max())) <= 0
          && (!limits.wholeSeconds() || time.toMillis() % 1_000 == 0);
    }

    private static boolean isWithin(Limits limits, long number) {
      return number >= Long.parseLong(limits.min()) && number <= Long.parseLong(limits.max());
    }

    private static boolean isValidText(Limits limits, String text) {
      boolean isNumber = !limits.min().isEmpty() && text.matches("\\d{1,18}");
      return List.of(limits.words()).contains(text)
          || isNumber && isWithin(limits, Long.parseLong(text));
    }

    private static Duration duration(String text) {
      return DurationText.parse(text).orElseThrow();
    }

    /** Returns what is valid, to follow "must be". */
    public static String text(Limits limits) {
      List<String> words = List.of(limits.words());
      String range =
          limits.min().isEmpty()
              ? ""
              : "%sbetween %s and %s"
                  .formatted(
                      limits.wholeSeconds() ? "whole seconds " : "", limits.min(), limits.max());
      if (words.isEmpty()) {
        return range;
      }
      String last = words.getLast();
      if (!range.isEmpty()) {
        return range + ", or " + String.join(" or ", words);
      }
      return words.size() == 1
          ? last
          : String.join(", ", words.subList(0, words.size() - 1)) + " or " + last;
    }
  }
}
