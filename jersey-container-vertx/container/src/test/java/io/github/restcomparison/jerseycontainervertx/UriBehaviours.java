package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.Encoded;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.MatrixParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.PathSegment;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.ServerProperties;
import org.glassfish.jersey.test.spi.TestContainerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Paths, parameters and what a resource is told of its URI. */
abstract class UriBehaviours extends Behaviours {
  UriBehaviours(TestContainerFactory container) {
    super(container);
  }

  @Override
  protected Application configure() {
    // Without a context path there are no slashes before it to reduce.
    return new ResourceConfig(Uris.class, Anywhere.class)
        .property(ServerProperties.REDUCE_CONTEXT_PATH_SLASHES_ENABLED, true);
  }

  /** Its segments may be empty. */
  @Path("/")
  public static class Anywhere {
    @GET
    @Path("{first: .*}/{second: .*}/end")
    public String end(@PathParam("first") String first, @PathParam("second") String second) {
      return first + "-" + second;
    }
  }

  /** Says what it was asked for. */
  @Path("uris")
  public static class Uris {
    @Context private UriInfo uri;

    @GET
    public String root() {
      return "root";
    }

    @GET
    @Path("one/{value}")
    public String one(@PathParam("value") String value) {
      return value;
    }

    @GET
    @Path("raw/{value}")
    public String raw(@Encoded @PathParam("value") String value) {
      return value;
    }

    @GET
    @Path("number/{value: \\d+}")
    public String number(@PathParam("value") int value) {
      return Integer.toString(value + 1);
    }

    @GET
    @Path("rest/{value: .*}")
    public String rest(@PathParam("value") String value) {
      return value;
    }

    @GET
    @Path("query")
    public String query(@QueryParam("q") List<String> values) {
      return String.join("|", values);
    }

    @GET
    @Path("raw-query")
    public String rawQuery(@Encoded @QueryParam("q") String value) {
      return String.valueOf(value);
    }

    @GET
    @Path("default")
    public String otherwise(@DefaultValue("7") @QueryParam("q") int value) {
      return Integer.toString(value);
    }

    @GET
    @Path("matrix")
    public String matrix(@MatrixParam("m") List<String> values) {
      return String.join("|", values);
    }

    @GET
    @Path("segments/{all: .*}")
    public String segments(@PathParam("all") List<PathSegment> segments) {
      PathSegment last = segments.getLast();
      return segments.size() + " " + last.getPath() + " " + last.getMatrixParameters();
    }

    @GET
    @Path("info/{value: .*}")
    public String info() {
      return String.join(" ", uri.getPath(), uri.getPath(false), uri.getRequestUri().getRawPath());
    }

    @GET
    @Path("base")
    public String base() {
      return uri.getBaseUri() + " " + uri.getAbsolutePath() + " " + uri.getRequestUri();
    }
  }

  /** The target as it is sent, and the body that comes back. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "/uris root",
        "/uris/ root",
        "/uris/one/a a",
        "/uris/one/a%20b 'a b'",
        "/uris/one/a+b a+b",
        "/uris/one/%C3%A4 ä",
        "/uris/one/%E2%82%AC €",
        "/uris/one/a%2Fb a/b",
        "/uris/one/100%25 100%",
        "/uris/one/a;x=1 a",
        "/uris/one/a:b@c!$&'()*,= a:b@c!$&'()*,=",
        "/uris/one/~tilde-_. ~tilde-_.",
        "/uris/raw/a%20b a%20b",
        "/uris/raw/a%2Fb a%2Fb",
        "/uris/number/41 42",
        "/uris/rest/a/b/c a/b/c",
        "/uris/rest/ ''",
        "/uris/query?q=1 1",
        "/uris/query?q=1&q=2 1|2",
        "/uris/query?q=a%20b 'a b'",
        "/uris/query?q=a+b 'a b'",
        "/uris/query?q=a%2Bb a+b",
        "/uris/query?q=%26%3D%3F &=?",
        "/uris/query?q=%C3%BC ü",
        "/uris/query?q= ''",
        "/uris/query?q ''",
        "/uris/query?x=1 ''",
        "/uris/query?q=a/b?c a/b?c",
        "/uris/query?%71=named named",
        "/uris/raw-query?q=a%20b a%20b",
        "/uris/raw-query?q=a+b a+b",
        "/uris/default 7",
        "/uris/default?q=8 8",
        "/uris/matrix;m=1 1",
        "/uris/matrix;m=1;m=2 1|2",
        "/uris/matrix;m=a%20b 'a b'",
        "/uris/matrix;n=1 ''",
        "/uris/segments/a/b;x=1;y=2 '2 b {x=[1], y=[2]}'",
        "/uris/info/a%20b 'uris/info/a b uris/info/a%20b /uris/info/a%20b'",
        "///end -",
        "/a//end a-"
      })
  void targetIsReadAs(String target, String body) throws Exception {
    Raw response = rawGet(target);
    assertThat(response.status()).isEqualTo(200);
    assertThat(response.body()).isEqualTo(body);
  }

  @ParameterizedTest
  @CsvSource({"/nowhere", "/uris/nowhere", "/uris/number/x", "/uris/one", "/", "//uris", "/URIS"})
  void whatIsNotThereIs404(String path) throws Exception {
    assertThat(rawGet(path).status()).isEqualTo(404);
  }

  @Test
  void numberThatIsNoneIs404InAQuery() throws Exception {
    assertThat(get("/uris/default?q=x").statusCode()).isEqualTo(404);
  }

  @Test
  void baseIsThatOfTheHostThatWasAsked() throws Exception {
    String base = uri("/").toString();
    assertThat(get("/uris/base?a=b").body())
        .isEqualTo(base + " " + base + "uris/base " + base + "uris/base?a=b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"one.test:81", "two.test:81", "one.test:82", "one.test:81"})
  void oneHostIsNotTakenForAnother(String host) throws Exception {
    String base = "http://" + host + "/";
    assertThat(
            raw("GET /uris/base HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n".formatted(host))
                .body())
        .startsWith(base + " " + base + "uris/base");
  }

  /** RFC 9112, 3.2.2: the authority of the target counts, and Host does not. */
  @ParameterizedTest
  @CsvSource({
    "http://one.test:81/uris/base, http://one.test:81/",
    "http://[::1]:81/uris/base?a=b, http://[::1]:81/"
  })
  void authorityOfAnAbsoluteTargetCounts(String target, String base) throws Exception {
    Raw response =
        raw("GET %s HTTP/1.1\r\nHost: two.test\r\nConnection: close\r\n\r\n".formatted(target));
    assertThat(response.body()).startsWith(base + " " + base + "uris/base");
  }
}
