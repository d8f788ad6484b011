package io.github.restcomparison.springboot;

import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Refuses methods that no resource has. */
@RestControllerAdvice
public final class RefusedMethods {

  /** Spring would name those that have a method here, and not those that it serves by itself. */
  @ExceptionHandler(HttpRequestMethodNotSupportedException.class)
  public ResponseEntity<Void> refused() {
    return ResponseEntity.status(HttpStatus.METHOD_NOT_ALLOWED)
        .allow(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS)
        .build();
  }
}
