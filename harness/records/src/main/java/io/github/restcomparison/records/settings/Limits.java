package io.github.restcomparison.records.settings;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The valid values of a setting: a number or a duration within limits, some words, or a text of a
 * form.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Limits {
  /** The minimum; empty if only words are valid. */
  String min() default "";

  /** The maximum. */
  String max() default "";

  /** Valid words, also in addition to a number. */
  String[] words() default {};

  /** Returns whether a duration must be whole seconds. */
  boolean wholeSeconds() default false;

  /** The form of a text, as a regular expression. */
  String pattern() default "";

  /** A description of texts of that form, to follow "must be". */
  String valid() default "";

  /**
   * Returns whether users can state the setting; a value that the project determines is no setting.
   */
  boolean isStated() default true;
}
