package io.github.restcomparison.jerseyvertxbookshop;

import io.vertx.core.Vertx;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.Collection;

/** Lists, shows and adds books. Its methods run on virtual threads: a bean is injected. */
@Path("books")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RequestScoped
public class Books {
  private static final long SUPPLIER_MS = 100;

  /** The supplier's data of a book. */
  public record Stock(String isbn, int copies) {}

  @Inject private Catalogue catalogue;

  /** Returns all books. */
  @GET
  public Collection<Book> list() {
    return catalogue.all();
  }

  /** Returns one book, or 404. */
  @GET
  @Path("{isbn}")
  public Book show(@PathParam("isbn") String isbn) {
    return catalogue.find(isbn).orElseThrow(NotFoundException::new);
  }

  /** Adds a book: 201, 400 if it is invalid, 409 if the shop has it. */
  @POST
  public Response add(@NotNull @Valid Book book, @Context UriInfo uri) {
    return catalogue.add(book)
        ? Response.created(uri.getAbsolutePathBuilder().path(book.isbn()).build()).build()
        : Response.status(Response.Status.CONFLICT).build();
  }

  /** No thread waits for the supplier, who takes 100 ms. */
  @GET
  @Path("{isbn}/stock")
  public void stock(
      @PathParam("isbn") String isbn, @Suspended AsyncResponse response, @Context Vertx vertx) {
    vertx.setTimer(SUPPLIER_MS, timer -> response.resume(new Stock(isbn, 3)));
  }
}
