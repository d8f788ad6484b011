package io.github.restcomparison.springboot;

import io.github.restcomparison.servicekit.Delay;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.RequestCount;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Waits in the thread that Tomcat runs it on: one of a pool, or a virtual one of its own. */
@RestController
public class MyController {
  private final Delay delay;
  private final RequestCount requests = new RequestCount();

  MyController(Delay delay) {
    this.delay = delay;
  }

  /**
   * Blocks for the delay, as a call to a slow back end would.
   *
   * @throws InterruptedException where the server is cut off while it waits
   */
  @GetMapping(Endpoint.RESOURCE)
  public ResponseEntity<String> get() throws InterruptedException {
    long arrived = requests.arrived();
    Thread.sleep(delay.next());
    requests.answered(arrived);
    return text(Endpoint.BODY);
  }

  /** Answers at once while a worker is free. */
  @GetMapping(Endpoint.HEALTH)
  public ResponseEntity<String> health() {
    return text("OK");
  }

  /** Answers the number that it is asked with, for clients that add the answers up. */
  @GetMapping("/")
  public ResponseEntity<String> echo(@RequestParam("i") long i) {
    requests.arrived();
    requests.answered();
    return text(Long.toString(i));
  }

  private static ResponseEntity<String> text(String body) {
    return ResponseEntity.ok().contentType(MediaType.TEXT_PLAIN).body(body);
  }

  RequestCount requests() {
    return requests;
  }
}
