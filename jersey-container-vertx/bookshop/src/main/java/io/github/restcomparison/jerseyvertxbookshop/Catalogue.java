package io.github.restcomparison.jerseyvertxbookshop;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** The books in the shop: a bean, which tells other beans of new books. */
@ApplicationScoped
public class Catalogue {
  private final Map<String, Book> books = new ConcurrentSkipListMap<>();

  @Inject private Event<Book> added;

  /** All books, by ISBN. */
  public Collection<Book> all() {
    return books.values();
  }

  /** Returns the book with this ISBN. */
  public Optional<Book> find(String isbn) {
    return Optional.ofNullable(books.get(isbn));
  }

  /**
   * Adds a book.
   *
   * @return false if there is one with its ISBN already
   */
  public boolean add(Book book) {
    boolean isNew = books.putIfAbsent(book.isbn(), book) == null;
    if (isNew) {
      added.fire(book);
    }
    return isNew;
  }
}
