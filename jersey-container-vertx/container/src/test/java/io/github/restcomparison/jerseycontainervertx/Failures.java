package io.github.restcomparison.jerseycontainervertx;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.WriterInterceptor;
import jakarta.ws.rs.ext.WriterInterceptorContext;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;
import java.io.ByteArrayInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import org.glassfish.jersey.server.ChunkedOutput;

/** Resources, and parts around them, that fail as a query says. */
final class Failures {
  private Failures() {}

  /** Responds in every way that there is. */
  @Path("by")
  @Produces(MediaType.TEXT_PLAIN)
  public static class Ways {
    @GET
    @Path("nothing")
    public Response nothing() {
      return Response.ok().build();
    }

    @GET
    @Path("text")
    public String text() {
      return "text";
    }

    @GET
    @Path("large-text")
    public String largeText() {
      return "x".repeat(100_000);
    }

    @GET
    @Path("text-on-loop")
    @NonBlocking
    public String textOnLoop() {
      return "text";
    }

    @GET
    @Path("stream")
    public StreamingOutput stream() {
      return out -> out.write(new byte[100_000]);
    }

    @GET
    @Path("flushed-stream")
    public StreamingOutput flushedStream() {
      return out -> {
        out.write(1);
        out.flush();
        out.write(new byte[100_000]);
      };
    }

    @GET
    @Path("resume")
    public void resume(@Suspended AsyncResponse response) {
      new Thread(() -> response.resume("text")).start();
    }

    @GET
    @Path("large-resume")
    public void largeResume(@Suspended AsyncResponse response) {
      new Thread(() -> response.resume("x".repeat(100_000))).start();
    }

    @GET
    @Path("resume-on-loop")
    public void resumeOnLoop(@Suspended AsyncResponse response) {
      response.resume("text");
    }

    @GET
    @Path("chunks")
    public ChunkedOutput<String> chunks() {
      ChunkedOutput<String> output = new ChunkedOutput<>(String.class);
      new Thread(
              () -> {
                try (output) {
                  output.write("x".repeat(100_000));
                } catch (IOException e) {
                  // The client has got its 500.
                }
              })
          .start();
      return output;
    }

    @GET
    @Path("events")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public void events(@Context SseEventSink sink, @Context Sse sse) throws IOException {
      try (sink) {
        sink.send(sse.newEvent("x".repeat(100_000)));
      }
    }

    @GET
    @Path("failing")
    public Failing failing(@QueryParam("bytes") int bytes, @QueryParam("with") String with) {
      return new Failing(bytes, with);
    }

    @GET
    @Path("failing-resume")
    public void failingResume(
        @QueryParam("bytes") int bytes,
        @QueryParam("with") String with,
        @Suspended AsyncResponse response) {
      new Thread(() -> response.resume(new Failing(bytes, with))).start();
    }

    @GET
    @Path("failing-resume-on-loop")
    public void failingResumeOnLoop(
        @QueryParam("bytes") int bytes,
        @QueryParam("with") String with,
        @Suspended AsyncResponse response) {
      response.resume(new Failing(bytes, with));
    }

    @GET
    @Path("failing-chunks")
    public ChunkedOutput<Failing> failingChunks(
        @QueryParam("bytes") int bytes, @QueryParam("with") String with) {
      ChunkedOutput<Failing> output = new ChunkedOutput<>(Failing.class);
      new Thread(
              () -> {
                // Not closed: Jersey may end a response that is closed between two chunks.
                try {
                  output.write(new Failing(0, "nothing"));
                  output.write(new Failing(bytes, with));
                } catch (IOException | RuntimeException | Error e) {
                  // As thrown.
                }
              })
          .start();
      return output;
    }

    @GET
    @Path("failing-input")
    public InputStream failingInput(@QueryParam("bytes") int bytes) {
      return new InputStream() {
        private int read;

        @Override
        public int read() throws IOException {
          if (read++ >= bytes) {
            throw new IOException("as asked");
          }
          return 'x';
        }
      };
    }

    @GET
    @Path("too-short")
    public Response tooShort() {
      return Response.ok(new ByteArrayInputStream(new byte[50_000]))
          .header("Content-Length", 60_000)
          .build();
    }

    @GET
    @Path("too-long")
    public Response tooLong() {
      StreamingOutput stream =
          out -> {
            for (int i = 0; i < 5; i++) {
              out.write(new byte[10_000]);
              out.flush();
            }
          };
      return Response.ok(stream).header("Content-Length", 45_000).build();
    }
  }

  /** An entity whose writer fails. */
  record Failing(int bytes, String with) {}

  /** Writes so many bytes, and then fails. */
  @NonBlocking
  public static class FailingWriter implements MessageBodyWriter<Failing> {
    @Override
    public boolean isWriteable(Class<?> type, Type generic, Annotation[] marks, MediaType media) {
      return type == Failing.class;
    }

    @Override
    public void writeTo(
        Failing failing,
        Class<?> type,
        Type generic,
        Annotation[] marks,
        MediaType media,
        MultivaluedMap<String, Object> headers,
        OutputStream out)
        throws IOException {
      out.write(new byte[failing.bytes()]);
      fail(failing.with());
    }
  }

  private static void fail(String with) throws IOException {
    switch (with) {
      case "IOException" -> throw new IOException("as asked");
      case "RuntimeException" -> throw new IllegalStateException("as asked");
      case "StackOverflowError" -> throw new StackOverflowError("as asked");
      case "OutOfMemoryError" -> throw new OutOfMemoryError("as asked");
      default -> {
        // Not now.
      }
    }
  }

  /** Spoils the head of a response, as its query says. */
  @NonBlocking
  public static class Spoiler implements ContainerResponseFilter {
    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
      String bad = request.getUriInfo().getQueryParameters().getFirst("bad");
      if (bad == null) {
        return;
      }
      switch (bad) {
        case "value" -> response.getHeaders().add("X", "a\nb");
        case "name" -> response.getHeaders().add("X\nY", "a");
        case "space" -> response.getHeaders().add("X Y", "a");
        case "reason" -> response.setStatusInfo(status(200, "a\r\nb"));
        case "status" -> response.setStatusInfo(status(-1, "a"));
        case "interim" -> response.setStatusInfo(status(100, "Continue"));
        case "text" -> response.getHeaders().add("X", new Unprintable());
        default -> throw new IllegalArgumentException(bad);
      }
    }
  }

  /** The value of a field that has no text. */
  private static final class Unprintable {
    @Override
    public String toString() {
      throw new IllegalStateException("as asked");
    }
  }

  private static Response.StatusType status(int code, String reason) {
    return new Response.StatusType() {
      @Override
      public int getStatusCode() {
        return code;
      }

      @Override
      public Response.Status.Family getFamily() {
        return Response.Status.Family.familyOf(code);
      }

      @Override
      public String getReasonPhrase() {
        return reason;
      }
    };
  }

  /** Fails around writing, as the query says. */
  @NonBlocking
  public static class FailingInterceptor implements WriterInterceptor {
    @Context private UriInfo uri;

    @Override
    public void aroundWriteTo(WriterInterceptorContext context) throws IOException {
      String when = uri.getQueryParameters().getFirst("intercept");
      String with = uri.getQueryParameters().getFirst("with");
      if ("close".equals(when)) {
        context.setOutputStream(
            new FilterOutputStream(context.getOutputStream()) {
              @Override
              public void write(byte[] bytes, int offset, int length) throws IOException {
                out.write(bytes, offset, length);
              }

              @Override
              public void close() throws IOException {
                fail(with);
              }
            });
      }
      context.proceed();
      if ("after".equals(when)) {
        fail(with);
      }
    }
  }
}
