package io.github.restcomparison.compare.options;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The setting of the plan that an option sets. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
@interface Sets {
  /** Its path in the tree of settings, such as {@code load/users}. */
  String value();

  /** What must be so that the option has an effect; without it, the option is refused. */
  Need needs() default Need.NOTHING;

  /** What an option may depend on. */
  enum Need {
    /** It always has an effect. */
    NOTHING(""),
    /** A service of the user's is compared. */
    SERVICE("a service of yours (--service or --file)"),
    /** The request is stated by options. */
    REQUEST("--get"),
    /** Requests arrive at a rate. */
    RATE("--rate"),
    /** The load lasts for some time. */
    TIME("--rate, or a service of yours"),
    /** All that is compared are variants of this project. */
    VARIANTS("variants of this project only"),
    /** A waiting request blocks a thread of what is compared. */
    WORKERS("a variant whose waiting blocks a thread, or a service of yours"),
    /** Pods are measured. */
    CLUSTER("--runtime kubernetes");

    private final String text;

    Need(String text) {
      this.text = text;
    }

    /** What is needed, to follow "requires". */
    String text() {
      return text;
    }
  }
}
