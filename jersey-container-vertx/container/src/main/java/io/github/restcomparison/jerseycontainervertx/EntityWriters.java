package io.github.restcomparison.jerseycontainervertx;

import jakarta.ws.rs.RuntimeType;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.WriterInterceptor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import org.glassfish.jersey.CommonProperties;
import org.glassfish.jersey.internal.PropertiesDelegate;
import org.glassfish.jersey.io.spi.FlushedCloseable;
import org.glassfish.jersey.message.internal.ByteArrayProvider;
import org.glassfish.jersey.message.internal.CommittingOutputStream;
import org.glassfish.jersey.message.internal.MessageBodyFactory;
import org.glassfish.jersey.message.internal.MsgTraceEvent;
import org.glassfish.jersey.message.internal.ReaderWriter;
import org.glassfish.jersey.message.internal.TracingLogger;
import org.glassfish.jersey.server.ApplicationHandler;
import org.glassfish.jersey.server.ChunkedOutput;

/**
 * The writers of an application's entities. A text or byte array that nothing changes is written
 * whole; of all others, so much is gathered that small ones have a length, and may still fail with
 * a response of their own. If a writer fails later, Jersey logs that and closes the response like a
 * whole one: the {@link ResponseWriter} cuts it off, because the entity's end is missing.
 */
final class EntityWriters extends MessageBodyFactory {
  private static final String TEXT_WRITER =
      "org.glassfish.jersey.message.internal.StringMessageProvider";

  private static final String EXCEPTION_INTERCEPTOR =
      "org.glassfish.jersey.server.internal.MappableExceptionWrapperInterceptor";
  private static final String JSONP_INTERCEPTOR =
      "org.glassfish.jersey.server.internal.JsonWithPaddingInterceptor";

  /** Bytes of content before Jersey hands over the head. */
  private final int gatheredBytes;

  /** The writers of a deployed application. */
  EntityWriters(ApplicationHandler application) {
    super(application.getConfiguration());
    gatheredBytes =
        CommonProperties.getValue(
            application.getConfiguration().getProperties(),
            RuntimeType.SERVER,
            CommonProperties.OUTBOUND_CONTENT_LENGTH_BUFFER,
            CommittingOutputStream.DEFAULT_BUFFER_SIZE,
            Integer.class);
    initialize(application.getInjectionManager());
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
    boolean isWrapped = !(out instanceof CommittingOutputStream);
    try {
      boolean isUnchanged = isUnchanged(mediaType, interceptors);
      if (!isWrapped && isUnchanged) {
        byte[] whole = whole(entity, rawType, type, annotations, mediaType, request);
        if (whole != null) {
          writer.setEntityLength(whole.length);
          out.write(whole, 0, whole.length);
          return out;
        }
      }
      OutputStream first = out;
      Iterable<WriterInterceptor> all = interceptors;
      if (!writer.hasHead()) {
        // Chunks are sent one by one.
        int limit = entity instanceof ChunkedOutput ? 0 : gatheredBytes;
        Gathering gathering = new Gathering(out, limit, isWrapped, writer);
        writer.setEntityLength(ResponseWriter.UNFINISHED);
        first = gathering;
        all = isWrapped && !isUnchanged ? gathering.before(interceptors) : interceptors;
      }
      return super.writeTo(
          entity, rawType, type, annotations, mediaType, headers, request, first, all);
    } catch (Throwable e) {
      writer.setEntityLength(ResponseWriter.UNKNOWN);
      // What has begun is cut off; else Jersey responds.
      if (writer.hasHead()) {
        writer.cut(500);
      }
      throw e;
    }
  }

  /** Returns whether all interceptors are those of Jersey's that leave an entity as it is. */
  private static boolean isUnchanged(
      MediaType mediaType, Iterable<WriterInterceptor> interceptors) {
    boolean isScript = mediaType != null && mediaType.getSubtype().endsWith("script");
    for (WriterInterceptor each : interceptors) {
      String name = each.getClass().getName();
      if (!name.equals(EXCEPTION_INTERCEPTOR) && (isScript || !name.equals(JSONP_INTERCEPTOR))) {
        return false;
      }
    }
    return true;
  }

  /** Returns an entity's bytes, if a writer of Jersey's own would write them; else null. */
  private byte[] whole(
      Object entity,
      Class<?> rawType,
      Type type,
      Annotation[] annotations,
      MediaType mediaType,
      PropertiesDelegate request) {
    boolean isText = entity instanceof String;
    if (!isText && !(entity instanceof byte[])
        || TracingLogger.getInstance(request).isLogEnabled(MsgTraceEvent.WI_SUMMARY)) {
      return null;
    }
    MessageBodyWriter<?> writer =
        getMessageBodyWriter(rawType, type, annotations, mediaType, request);
    if (isText && writer != null && writer.getClass().getName().equals(TEXT_WRITER)) {
      return ((String) entity).getBytes(ReaderWriter.getCharset(mediaType));
    }
    return !isText && writer instanceof ByteArrayProvider ? (byte[]) entity : null;
  }

  /** Buffers content up to a limit. */
  private static final class Gathering extends OutputStream implements FlushedCloseable {
    /** Bytes that most entities of JSON have at most. */
    private static final int INITIAL = 512;

    private final OutputStream out;
    private final int limit;
    private final boolean isWrapped;
    private final ResponseWriter writer;

    /** The gathered bytes; null once they exceed the limit. */
    private ByteArrayOutputStream gathered;

    /** True if the entity has been passed on before the end. */
    private boolean isPassed;

    /**
     * @param isWrapped whether a filter has wrapped the stream: it may change the length, and flush
     */
    Gathering(OutputStream out, int limit, boolean isWrapped, ResponseWriter writer) {
      this.out = out;
      this.limit = limit;
      this.isWrapped = isWrapped;
      this.writer = writer;
      gathered = limit > 0 ? new ByteArrayOutputStream(INITIAL) : null;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
      if (gathered != null && count > limit - gathered.size()) {
        pass();
      }
      if (gathered == null) {
        out.write(bytes, offset, count);
      } else {
        gathered.write(bytes, offset, count);
      }
    }

    private void pass() throws IOException {
      ByteArrayOutputStream all = gathered;
      gathered = null;
      all.writeTo(out);
    }

    /**
     * Returns interceptors that find all of the entity in a filter's stream when they continue, as
     * Jersey's LoggingFeature expects.
     */
    Iterable<WriterInterceptor> before(Iterable<WriterInterceptor> interceptors) {
      List<WriterInterceptor> all = new ArrayList<>();
      interceptors.forEach(all::add);
      all.add(
          context -> {
            context.proceed();
            if (gathered != null) {
              isPassed = true;
              writer.setEntityLength(ResponseWriter.WHOLE);
              pass();
              writer.setEntityLength(ResponseWriter.UNFINISHED);
            }
          });
      return all;
    }

    @Override
    public void flush() throws IOException {
      if (gathered == null && !isPassed) {
        out.flush();
      }
    }

    @Override
    public void close() throws IOException {
      if (gathered != null) {
        writer.setEntityLength(isWrapped ? ResponseWriter.WHOLE : gathered.size());
        pass();
      } else {
        writer.setEntityLength(isPassed ? ResponseWriter.WHOLE : ResponseWriter.UNKNOWN);
      }
      out.close();
    }
  }
}
