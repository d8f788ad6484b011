package com.acme;

import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.csv;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.Simulation;
import java.time.Duration;

/** A simulation that somebody had before: it knows no more than a system property. */
public class OrdersSimulation extends Simulation {
  {
    setUp(
            scenario("buyers")
                .feed(csv(System.getProperty("orders.file", "ids.csv")).circular())
                .exec(http("look").get("/orders/#{id}").check(status().is(200)))
                .exec(http("buy").post("/orders/#{id}").check(status().is(200)))
                .injectOpen(constantUsersPerSec(20).during(Duration.ofSeconds(7))))
        .protocols(http.baseUrl(System.getProperty("baseUrl")));
  }
}
