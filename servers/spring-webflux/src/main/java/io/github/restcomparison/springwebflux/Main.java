package io.github.restcomparison.springwebflux;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Spring WebFlux on Reactor Netty. */
@SpringBootApplication
public class Main {
  /** Runs the service until SIGTERM. */
  public static void main(String... arguments) {
    SpringApplication.run(Main.class, arguments);
  }
}
