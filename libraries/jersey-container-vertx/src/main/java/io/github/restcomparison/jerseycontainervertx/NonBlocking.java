package io.github.restcomparison.jerseycontainervertx;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A resource method, all of a class, or a filter or interceptor that never blocks: it runs on the
 * event loop. Suspended methods, and those that return a {@link
 * java.util.concurrent.CompletionStage}, do so without it.
 *
 * <p>One filter or interceptor without this annotation is enough for every request to be processed
 * on a virtual thread: the container does not know what it waits for.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface NonBlocking {}
