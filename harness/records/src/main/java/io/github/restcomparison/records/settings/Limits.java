package io.github.restcomparison.records.settings;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What a setting must be: a number or a duration within limits, some words, or a text of a form.
 */
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

  /** The form of a text, as a regular expression. */
  String pattern() default "";

  /** What a text of that form is, to follow "must be". */
  String valid() default "";

  /** Whether users state it at all; what is found out instead is no setting. */
  boolean isStated() default true;
}
