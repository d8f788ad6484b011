package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.annotation.Priority;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NameBinding;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.ReaderInterceptor;
import jakarta.ws.rs.ext.ReaderInterceptorContext;
import jakarta.ws.rs.ext.WriterInterceptor;
import jakarta.ws.rs.ext.WriterInterceptorContext;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.test.spi.TestContainerFactory;
import org.junit.jupiter.api.Test;

/** Filters, interceptors, mappers and sub-resources: what stands around resource methods. */
abstract class ProviderBehaviours extends Behaviours {
  ProviderBehaviours(TestContainerFactory container) {
    super(container);
  }

  @Override
  protected Application configure() {
    return new ResourceConfig(
        Provided.class,
        Rerouting.class,
        Refusing.class,
        Marking.class,
        OnlyBound.class,
        Zipping.class,
        Holding.class,
        Copying.class,
        OddMapper.class,
        Dynamic.class);
  }

  /** Binds a filter to some methods. */
  @NameBinding
  @Retention(RetentionPolicy.RUNTIME)
  public @interface Bound {}

  /** Something that a mapper knows. */
  public static class Odd extends RuntimeException {
    private static final long serialVersionUID = 1;

    Odd(String message) {
      super(message);
    }
  }

  /** What a locator leads to. */
  public static class Sub {
    private final String name;

    Sub(String name) {
      this.name = name;
    }

    @GET
    public String name() {
      return "sub " + name;
    }

    @GET
    @Path("deeper")
    public String deeper() {
      return "deeper " + name;
    }

    /** To itself again. */
    @Path("again/{more}")
    public Sub again(@PathParam("more") String more) {
      return new Sub(name + "+" + more);
    }
  }

  /** Copies what is written below all interceptors, as Jersey's LoggingFeature does. */
  public static class Copying implements ContainerResponseFilter, WriterInterceptor {
    static final AtomicReference<String> COPIED = new AtomicReference<>();

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
      if (request.getHeaderString("X-Copy") != null) {
        ByteArrayOutputStream copy = new ByteArrayOutputStream();
        request.setProperty("copy", copy);
        response.setEntityStream(
            new FilterOutputStream(response.getEntityStream()) {
              @Override
              public void write(int b) throws IOException {
                copy.write(b);
                out.write(b);
              }
            });
      }
    }

    @Override
    public void aroundWriteTo(WriterInterceptorContext context) throws IOException {
      context.proceed();
      if (context.getProperty("copy") != null) {
        COPIED.set(context.getProperty("copy").toString());
        context.getOutputStream().flush();
      }
    }
  }

  /** Before matching. */
  @PreMatching
  public static class Rerouting implements ContainerRequestFilter {
    @Override
    public void filter(ContainerRequestContext request) {
      String path = request.getUriInfo().getPath();
      if (path.equals("old")) {
        request.setRequestUri(request.getUriInfo().getBaseUri().resolve("provided"));
      }
      if (request.getHeaderString("X-Method") != null) {
        request.setMethod(request.getHeaderString("X-Method"));
      }
    }
  }

  /** Before the method. */
  @Priority(1)
  public static class Refusing implements ContainerRequestFilter {
    @Override
    public void filter(ContainerRequestContext request) {
      if (request.getHeaderString("X-Refuse") != null) {
        request.abortWith(Response.status(451).entity("refused").build());
      }
    }
  }

  /** After the method. */
  public static class Marking implements ContainerResponseFilter {
    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
      response.getHeaders().putSingle("X-Status", response.getStatus());
      if ("plain".equals(response.getEntity()) && request.getHeaderString("X-Change") != null) {
        response.setEntity("changed");
      }
      if (request.getHeaderString("X-Hold") != null) {
        response.getHeaders().putSingle("X-Held", "yes");
      }
    }
  }

  /** Around bound methods only. */
  @Bound
  public static class OnlyBound implements ContainerResponseFilter {
    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
      response.getHeaders().putSingle("X-Bound", "yes");
    }
  }

  /** Around bodies. */
  public static class Zipping implements ReaderInterceptor, WriterInterceptor {
    @Override
    public Object aroundReadFrom(ReaderInterceptorContext context) throws IOException {
      if ("gzip".equals(context.getHeaders().getFirst("Content-Encoding"))) {
        context.setInputStream(new GZIPInputStream(context.getInputStream()));
      }
      return context.proceed();
    }

    @Override
    public void aroundWriteTo(WriterInterceptorContext context) throws IOException {
      if (context.getHeaders().containsKey("X-Bound")) {
        context.getHeaders().putSingle("Content-Encoding", "gzip");
        GZIPOutputStream zipped = new GZIPOutputStream(context.getOutputStream());
        context.setOutputStream(zipped);
        context.proceed();
        zipped.finish();
      } else {
        context.proceed();
      }
    }
  }

  /** Holds content until it is flushed; a close does not write it. */
  public static class Holding implements WriterInterceptor {
    @Override
    public void aroundWriteTo(WriterInterceptorContext context) throws IOException {
      if (context.getHeaders().containsKey("X-Held")) {
        context.setOutputStream(new HoldingStream(context.getOutputStream()));
      }
      context.proceed();
    }
  }

  private static final class HoldingStream extends ByteArrayOutputStream {
    private final OutputStream out;

    HoldingStream(OutputStream out) {
      this.out = out;
    }

    @Override
    public void flush() throws IOException {
      writeTo(out);
      reset();
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }

  /** Maps one kind of exception. */
  public static class OddMapper implements ExceptionMapper<Odd> {
    @Override
    public Response toResponse(Odd odd) {
      return Response.status(422).entity("odd: " + odd.getMessage()).build();
    }
  }

  /** Adds a filter to one method. */
  public static class Dynamic implements DynamicFeature {
    @Override
    public void configure(ResourceInfo resource, FeatureContext context) {
      if (resource.getResourceMethod().getName().equals("plain")) {
        context.register(
            (ContainerResponseFilter)
                (request, response) -> response.getHeaders().putSingle("X-Dynamic", "yes"));
      }
    }
  }

  @Test
  void filterBeforeMatchingChangesWhereARequestGoes() throws Exception {
    assertThat(get("/old").body()).isEqualTo("plain");
    assertThat(send(request("/provided").header("X-Method", "PUT")).statusCode()).isEqualTo(405);
  }

  @Test
  void filterBeforeTheMethodRespondsInItsPlace() throws Exception {
    HttpResponse<String> response = send(request("/provided").header("X-Refuse", "1"));
    assertThat(response.statusCode()).isEqualTo(451);
    assertThat(response.body()).isEqualTo("refused");
    assertThat(response.headers().firstValue("X-Status")).hasValue("451");
  }

  @Test
  void filterAfterTheMethodChangesWhatIsSent() throws Exception {
    HttpResponse<String> response = send(request("/provided").header("X-Change", "1"));
    assertThat(response.body()).isEqualTo("changed");
    assertThat(response.headers().firstValue("X-Status")).hasValue("200");
  }

  @Test
  void filterAfterTheMethodSeesWhatWasNotFoundToo() throws Exception {
    HttpResponse<String> response = get("/provided/nowhere");
    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.headers().firstValue("X-Status")).hasValue("404");
  }

  @Test
  void filterThatIsBoundByNameSeesItsMethodsOnly() throws Exception {
    assertThat(get("/provided").headers().firstValue("X-Bound")).isEmpty();
    assertThat(get("/provided/bound").headers().firstValue("X-Bound")).hasValue("yes");
  }

  @Test
  void filterOfADynamicFeatureSeesItsMethodOnly() throws Exception {
    assertThat(get("/provided").headers().firstValue("X-Dynamic")).hasValue("yes");
    assertThat(get("/provided/bound").headers().firstValue("X-Dynamic")).isEmpty();
  }

  @Test
  void interceptorsStandAroundBodies() throws Exception {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
      out.write("shout".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    }
    HttpResponse<String> upper =
        send(
            request("/provided/upper")
                .header("Content-Encoding", "gzip")
                .POST(java.net.http.HttpRequest.BodyPublishers.ofByteArray(zipped.toByteArray())));
    assertThat(upper.body()).isEqualTo("SHOUT");
    HttpResponse<java.io.InputStream> bound =
        http().send(request("/provided/bound").build(), HttpResponse.BodyHandlers.ofInputStream());
    assertThat(new GZIPInputStream(bound.body()).readAllBytes()).asString().isEqualTo("bound");
  }

  /** Behind {@code proceed()}, and the length is still known. */
  @Test
  void interceptorSeesWhatAFilterHasCopied() throws Exception {
    Copying.COPIED.set(null);
    HttpResponse<String> response = send(request("/provided").header("X-Copy", "yes"));
    assertThat(response.body()).isEqualTo("plain");
    assertThat(response.headers().firstValue("Content-Length")).hasValue("5");
    assertThat(Copying.COPIED).hasValue("plain");
  }

  @Test
  void streamOfAnInterceptorIsFlushedBeforeItIsClosed() throws Exception {
    assertThat(send(request("/provided/odd").header("X-Hold", "yes")).body())
        .isEqualTo("odd: very");
  }

  @Test
  void mapperMapsItsKindOfException() throws Exception {
    HttpResponse<String> response = get("/provided/odd");
    assertThat(response.statusCode()).isEqualTo(422);
    assertThat(response.body()).isEqualTo("odd: very");
  }

  @Test
  void exceptionThatNobodyMapsIs500AndTheNextRequestIs200() throws Exception {
    assertThat(get("/provided/unmapped").statusCode()).isEqualTo(500);
    assertThat(get("/provided").body()).isEqualTo("plain");
  }

  @Test
  void locatorsLeadToSubResources() throws Exception {
    assertThat(get("/provided/sub/a").body()).isEqualTo("sub a");
    assertThat(get("/provided/sub/a/deeper").body()).isEqualTo("deeper a");
    assertThat(get("/provided/sub/a/again/b/deeper").body()).isEqualTo("deeper a+b");
    assertThat(get("/provided/sub/a/nowhere").statusCode()).isEqualTo(404);
  }
}
