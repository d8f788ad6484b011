package io.github.restcomparison.jerseycontainervertx;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HEAD;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;

/** Sends back what it gets. */
@Path("entities")
public class Entities {
  @GET
  @Path("text")
  public String text() {
    return "text";
  }

  @GET
  @Path("of")
  public String of(@QueryParam("bytes") int bytes) {
    return "x".repeat(bytes);
  }

  @GET
  @Path("bytes")
  @Produces(MediaType.APPLICATION_OCTET_STREAM)
  public byte[] bytes() {
    return new byte[] {0, 1, -1, 127, -128};
  }

  @GET
  @Path("nothing")
  public void nothing() {}

  @GET
  @Path("null")
  public String nothingAtAll() {
    return null;
  }

  @GET
  @Path("empty")
  public String empty() {
    return "";
  }

  @GET
  @Path("status")
  public Response status(@QueryParam("is") int status) {
    return Response.status(status).build();
  }

  @GET
  @Path("reason")
  public Response reason() {
    return Response.status(299, "Odd").entity("odd").build();
  }

  @GET
  @Path("stream")
  public StreamingOutput stream(@QueryParam("bytes") int bytes) {
    return out -> {
      byte[] block = "y".repeat(1_000).getBytes(StandardCharsets.US_ASCII);
      for (int left = bytes; left > 0; left -= block.length) {
        out.write(block, 0, Math.min(left, block.length));
      }
    };
  }

  @GET
  @Path("flushed")
  public StreamingOutput flushed() {
    return out -> {
      for (String piece : new String[] {"a", "b", "c"}) {
        out.write(piece.repeat(10_000).getBytes(StandardCharsets.US_ASCII));
        out.flush();
      }
    };
  }

  @GET
  @Path("input")
  public InputStream input() {
    return new ByteArrayInputStream("of a stream".getBytes(StandardCharsets.UTF_8));
  }

  @POST
  @Path("echo")
  public String echo(String body) {
    return body;
  }

  @POST
  @Path("echo-bytes")
  @Produces(MediaType.APPLICATION_OCTET_STREAM)
  public byte[] echo(byte[] body) {
    return body;
  }

  @POST
  @Path("count")
  public String count(InputStream body) throws IOException {
    return Long.toString(body.transferTo(java.io.OutputStream.nullOutputStream()));
  }

  @POST
  @Path("read-a-little")
  public String little(InputStream body) throws IOException {
    return new String(body.readNBytes(3), StandardCharsets.UTF_8);
  }

  @POST
  @Path("reader")
  public String reader(Reader body) throws IOException {
    char[] characters = new char[100];
    return new String(characters, 0, Math.max(0, body.read(characters)));
  }

  @POST
  @Path("ignored")
  public String ignored() {
    return "ignored";
  }

  @POST
  @Path("form")
  @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
  public String form(@FormParam("a") String a, @FormParam("b") String b) {
    return a + "," + b;
  }

  @POST
  @Path("json-only")
  @Consumes(MediaType.APPLICATION_JSON)
  public String json(String body) {
    return body;
  }

  @GET
  @Path("either")
  @Produces({MediaType.APPLICATION_JSON, MediaType.TEXT_PLAIN})
  public String either() {
    return "{}";
  }

  @PUT
  @Path("put")
  public Response put(String body) {
    return Response.accepted(body).build();
  }

  @DELETE
  @Path("delete")
  public void delete() {}

  @PATCH
  @Path("patch")
  public String patch(String body) {
    return "patched " + body;
  }

  @HEAD
  @Path("head-only")
  public Response head() {
    return Response.ok().header("X-Head", "1").build();
  }

  @EntityBehaviours.Report
  @Path("report")
  public String report() {
    return "reported";
  }
}
