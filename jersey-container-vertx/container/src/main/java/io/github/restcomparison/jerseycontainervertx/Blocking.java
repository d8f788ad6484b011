package io.github.restcomparison.jerseycontainervertx;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A resource method, or all of a class, that may block: it runs on a virtual thread. That is the
 * default for methods that do not return a {@link java.util.concurrent.CompletionStage}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Blocking {}
