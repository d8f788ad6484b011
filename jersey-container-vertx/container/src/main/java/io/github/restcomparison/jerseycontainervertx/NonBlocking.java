package io.github.restcomparison.jerseycontainervertx;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A resource method, a resource class, or a provider (filter, interceptor, reader, writer, mapper,
 * listener) that never blocks: it may run on the event loop. Methods that return a {@link
 * java.util.concurrent.CompletionStage} do so without it. A class's annotation includes its
 * constructor and what is injected into it.
 *
 * <p>One part of the application without it, other than a resource, is enough for every request to
 * be processed on a virtual thread.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface NonBlocking {}
