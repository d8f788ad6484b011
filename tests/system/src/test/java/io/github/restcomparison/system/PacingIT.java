package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.Gate;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.Think;
import io.github.restcomparison.system.driver.CompareProcess;
import io.github.restcomparison.system.driver.RecordsOf;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When the requests of users arrive at a service, by its own clock. */
@Tag("full")
class PacingIT {
  private static final double TOLERANCE_S = 0.005;

  @TempDir private Path folder;

  /** When requests arrived and responses were sent, in turn, in ns, by the connection of a user. */
  private final Map<InetSocketAddress, List<Long>> times = new ConcurrentHashMap<>();

  /** Lower bounds, which hold on a busy host too: a late timer makes pauses longer. */
  @Test
  void usersStartOneAfterTheOtherAndPause() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::respond);
    server.start();
    try {
      RunRecord run =
          run(
              "--service=one=http://127.0.0.1:" + server.getAddress().getPort(),
              "--get=/",
              "--users=2",
              "--requests=12",
              "--think=400ms",
              "--ramp-up=3s",
              "--warm-up=0s");
      assertThat(run.load().orElseThrow().counts().ok()).isEqualTo(24);
      assertThat((ClosedLoad) run.settings())
          .returns(Optional.of(Think.of("400ms")), ClosedLoad::think)
          .returns(Optional.of(Duration.ofSeconds(3)), ClosedLoad::rampUp);
      assertThat(run.settings().limits().ceiling()).isEqualTo(5);
      assertThat(run.failsGate(Gate.LITTLES_LAW)).as("%s", run.reasons()).isFalse();
    } finally {
      server.stop(0);
    }
    List<List<Long>> users = times.values().stream().filter(each -> each.size() > 2).toList();
    assertThat(users).hasSize(2).allMatch(each -> each.size() == 24);
    for (List<Long> user : users) {
      for (int i = 2; i < user.size(); i += 2) {
        double pause = (user.get(i) - user.get(i - 1)) / 1e9;
        assertThat(pause).isGreaterThan(0.4 - TOLERANCE_S);
      }
    }
    // The second begins 1.5 s after the load, which is after the check; a busy host delays both.
    long second = Math.max(users.getFirst().getFirst(), users.getLast().getFirst());
    long check =
        times.values().stream()
            .filter(each -> each.size() == 2)
            .mapToLong(List::getFirst)
            .max()
            .orElseThrow();
    assertThat((second - check) / 1e9).isGreaterThan(1.5 - TOLERANCE_S);
  }

  private void respond(HttpExchange exchange) throws IOException {
    List<Long> own = times.computeIfAbsent(exchange.getRemoteAddress(), _ -> new ArrayList<>());
    own.add(System.nanoTime());
    exchange.sendResponseHeaders(200, 2);
    own.add(System.nanoTime());
    exchange.getResponseBody().write("ok".getBytes());
    exchange.close();
  }

  private RunRecord run(String... arguments) throws Exception {
    Path out = folder.resolve("out");
    List<String> command = new ArrayList<>(List.of("run", "--out=" + out, "--rounds=1"));
    command.add("--control=none");
    command.addAll(List.of(arguments));
    try (CompareProcess compare = CompareProcess.start(folder, command.toArray(String[]::new))) {
      compare.exitCode();
      RunRecord run = RecordsOf.oneRound(out).get("one");
      assertThat(run.load()).as(compare.output()).isPresent();
      return run;
    }
  }
}
