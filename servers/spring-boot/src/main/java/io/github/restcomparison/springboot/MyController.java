package io.github.restcomparison.springboot;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Wait;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Waits in the thread that Tomcat runs it on: one of a pool, or a virtual one of its own. */
@RestController
public class MyController {
  private final Wait wait;

  MyController(Wait wait) {
    this.wait = wait;
  }

  /** Blocks, as a call to a slow back end would. */
  @GetMapping(Endpoint.RESOURCE)
  public ResponseEntity<String> get() throws InterruptedException {
    wait.block();
    return text(Endpoint.BODY);
  }

  /** Responds immediately while a worker is free. */
  @GetMapping(Endpoint.HEALTH)
  public ResponseEntity<String> health() {
    return text("OK");
  }

  /** Returns the number in the request, for clients that add the responses up. */
  @GetMapping("/")
  public ResponseEntity<String> echo(@RequestParam("i") long i) {
    return text(Long.toString(i));
  }

  private static ResponseEntity<String> text(String body) {
    return ResponseEntity.ok().contentType(MediaType.TEXT_PLAIN).body(body);
  }
}
