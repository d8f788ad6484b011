package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.CacheControl;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.test.spi.TestContainerFactory;
import org.junit.jupiter.api.Test;

/** Fields of requests and responses. */
abstract class FieldBehaviours extends Behaviours {
  FieldBehaviours(TestContainerFactory container) {
    super(container);
  }

  @Override
  protected Application configure() {
    return new ResourceConfig(Fields.class);
  }

  /** Says what fields it got, and sends some. */
  @Path("fields")
  public static class Fields {
    @Context private HttpHeaders headers;
    @Context private Request request;
    @Context private SecurityContext security;

    @GET
    @Path("one")
    public String one(@HeaderParam("X-One") String value) {
      return String.valueOf(value);
    }

    @GET
    @Path("all")
    public String all(@HeaderParam("X-All") List<String> values) {
      return String.join("|", values);
    }

    @GET
    @Path("string")
    public String string() {
      return headers.getHeaderString("X-All");
    }

    @GET
    @Path("cookie")
    public String cookie(@CookieParam("c") String value) {
      return String.valueOf(value);
    }

    @GET
    @Path("languages")
    public String languages() {
      return headers.getAcceptableLanguages().stream()
          .map(Locale::toLanguageTag)
          .toList()
          .toString();
    }

    @GET
    @Path("accepts")
    public String accepts() {
      return headers.getAcceptableMediaTypes().toString();
    }

    @GET
    @Path("sends")
    public Response sends() {
      return Response.ok("sent")
          .header("X-Number", 7)
          .header("X-Twice", "a")
          .header("X-Twice", "b")
          .cookie(new NewCookie.Builder("c").value("1").path("/").build())
          .cookie(new NewCookie.Builder("d").value("2").build())
          .build();
    }

    @GET
    @Path("moved")
    public Response moved() {
      return Response.seeOther(URI.create("fields/one")).build();
    }

    @GET
    @Path("tagged")
    public Response tagged() {
      EntityTag tag = new EntityTag("v1");
      Response.ResponseBuilder unchanged = request.evaluatePreconditions(tag);
      return (unchanged == null ? Response.ok("fresh") : unchanged).tag(tag).build();
    }

    @GET
    @Path("cached")
    public Response cached() {
      CacheControl control = new CacheControl();
      control.setMaxAge(60);
      return Response.ok("cached").cacheControl(control).build();
    }

    @GET
    @Path("security")
    public String security() {
      return security.isSecure()
          + " "
          + security.getUserPrincipal()
          + " "
          + security.getAuthenticationScheme()
          + " "
          + security.isUserInRole("any");
    }
  }

  @Test
  void fieldIsReadWhateverItsCase() throws Exception {
    assertThat(send(request("/fields/one").header("x-oNE", "value")).body()).isEqualTo("value");
    assertThat(get("/fields/one").body()).isEqualTo("null");
  }

  @Test
  void fieldMayComeTwice() throws Exception {
    String twice =
        "GET /fields/%s HTTP/1.1\r\nHost: %s\r\nX-All: a\r\nX-All: b\r\nConnection: close\r\n\r\n";
    assertThat(raw(twice.formatted("all", authority())).body()).isEqualTo("a|b");
    assertThat(raw(twice.formatted("string", authority())).body()).isEqualTo("a,b");
  }

  @Test
  void whiteSpaceAroundAValueIsNotPartOfIt() throws Exception {
    Raw response =
        raw(
            "GET /fields/one HTTP/1.1\r\nHost: "
                + authority()
                + "\r\nX-One: \t value \r\nConnection: close\r\n\r\n");
    assertThat(response.body()).isEqualTo("value");
  }

  @Test
  void cookieIsRead() throws Exception {
    assertThat(send(request("/fields/cookie").header("Cookie", "b=0; c=1")).body()).isEqualTo("1");
  }

  @Test
  void languagesComeInTheOrderOfTheirWeight() throws Exception {
    assertThat(
            send(request("/fields/languages")
                    .header("Accept-Language", "de;q=0.5, en-GB, fr;q=0.8"))
                .body())
        .isEqualTo("[en-GB, fr, de]");
  }

  @Test
  void typesComeInTheOrderOfTheirWeight() throws Exception {
    assertThat(
            send(request("/fields/accepts").header("Accept", "text/html;q=0.5, text/plain")).body())
        .startsWith("[text/plain, text/html");
  }

  @Test
  void fieldsAndCookiesAreSent() throws Exception {
    HttpResponse<String> response = get("/fields/sends");
    assertThat(response.headers().firstValue("X-Number")).hasValue("7");
    assertThat(String.join(",", response.headers().allValues("X-Twice"))).isEqualTo("a,b");
    assertThat(response.headers().allValues("Set-Cookie"))
        .hasSize(2)
        .anyMatch(cookie -> cookie.startsWith("c=1"))
        .anyMatch(cookie -> cookie.startsWith("d=2"));
  }

  @Test
  void locationIsMadeAbsolute() throws Exception {
    HttpResponse<String> response = get("/fields/moved");
    assertThat(response.statusCode()).isEqualTo(303);
    assertThat(response.headers().firstValue("Location")).hasValue(uri("/fields/one").toString());
  }

  @Test
  void unchangedEntityIs304() throws Exception {
    HttpResponse<String> fresh = get("/fields/tagged");
    assertThat(fresh.statusCode()).isEqualTo(200);
    String tag = fresh.headers().firstValue("ETag").orElseThrow();
    HttpResponse<String> again = send(request("/fields/tagged").header("If-None-Match", tag));
    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
    assertThat(again.headers().firstValue("ETag")).hasValue(tag);
  }

  @Test
  void cacheControlIsSent() throws Exception {
    assertThat(get("/fields/cached").headers().firstValue("Cache-Control").orElseThrow())
        .contains("max-age=60");
  }

  @Test
  void withoutTlsNobodyIsKnown() throws Exception {
    assertThat(get("/fields/security").body()).isEqualTo("false null null false");
  }
}
