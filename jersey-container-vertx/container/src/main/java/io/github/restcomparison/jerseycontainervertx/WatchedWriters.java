package io.github.restcomparison.jerseycontainervertx;

import jakarta.ws.rs.core.Configuration;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.WriterInterceptor;
import java.io.Closeable;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import org.glassfish.jersey.internal.PropertiesDelegate;
import org.glassfish.jersey.internal.inject.InjectionManager;
import org.glassfish.jersey.io.spi.FlushedCloseable;
import org.glassfish.jersey.message.internal.MessageBodyFactory;

/**
 * The writers of an application. If one fails after the first bytes, Jersey logs that and closes
 * the response like a whole one: its {@link ResponseWriter} is told, which cuts the response off.
 */
final class WatchedWriters extends MessageBodyFactory {
  WatchedWriters(Configuration configuration, InjectionManager injectionManager) {
    super(configuration);
    initialize(injectionManager);
  }

  @Override
  public OutputStream writeTo(
      Object entity,
      Class<?> rawType,
      Type type,
      Annotation[] annotations,
      MediaType mediaType,
      MultivaluedMap<String, Object> headers,
      PropertiesDelegate request,
      OutputStream out,
      Iterable<WriterInterceptor> interceptors)
      throws IOException {
    ResponseWriter writer = ((Request) request).writer();
    try {
      OutputStream last =
          super.writeTo(
              entity, rawType, type, annotations, mediaType, headers, request, out, interceptors);
      return last == out ? last : new WatchedStream(last, writer);
    } catch (Throwable e) {
      writer.entityFailed();
      throw e;
    }
  }

  /** A stream of an interceptor, which may fail later: if it is flushed or closed. */
  private static final class WatchedStream extends FilterOutputStream {
    private final ResponseWriter writer;

    WatchedStream(OutputStream out, ResponseWriter writer) {
      super(out);
      this.writer = writer;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      watch(() -> out.write(bytes, offset, length));
    }

    @Override
    public void flush() throws IOException {
      watch(out::flush);
    }

    /** Flushes it if it needs that, which Jersey would do only if this were no filter. */
    @Override
    public void close() throws IOException {
      if (!FlushedCloseable.flushOnClose(out)) {
        flush();
      }
      watch(out);
    }

    private void watch(Closeable action) throws IOException {
      try {
        action.close();
      } catch (Throwable e) {
        writer.failure(e);
        throw e;
      }
    }
  }
}
