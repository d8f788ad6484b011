package io.github.restcomparison.jerseyvertxbookshop;

import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import org.glassfish.jersey.media.multipart.FormDataContentDisposition;
import org.glassfish.jersey.media.multipart.FormDataParam;

/** Receives and sends pictures of covers, as files of any size: no more than a few KiB is held. */
@Path("books/{isbn: \\d{13}}/cover")
@ApplicationScoped
public class Covers {
  private java.nio.file.Path folder;

  /** Called by CDI. */
  @PostConstruct
  void makeFolder() {
    try {
      folder = Files.createTempDirectory("covers");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Receives the content of a request. */
  @PUT
  @Consumes(MediaType.APPLICATION_OCTET_STREAM)
  public void put(@PathParam("isbn") String isbn, InputStream content) throws IOException {
    Files.copy(content, folder.resolve(isbn), StandardCopyOption.REPLACE_EXISTING);
  }

  /** Receives a file of a form, as browsers send it. */
  @POST
  @Consumes(MediaType.MULTIPART_FORM_DATA)
  @Produces(MediaType.TEXT_PLAIN)
  public String post(
      @PathParam("isbn") String isbn,
      @FormDataParam("file") InputStream content,
      @FormDataParam("file") FormDataContentDisposition file)
      throws IOException {
    put(isbn, content);
    return "%s: %d bytes".formatted(file.getFileName(), Files.size(folder.resolve(isbn)));
  }

  /** Sends a cover, or 404. */
  @GET
  @Produces(MediaType.APPLICATION_OCTET_STREAM)
  public File get(@PathParam("isbn") String isbn) {
    File cover = folder.resolve(isbn).toFile();
    if (!cover.exists()) {
      throw new NotFoundException();
    }
    return cover;
  }
}
