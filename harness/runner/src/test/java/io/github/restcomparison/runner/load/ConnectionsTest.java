package io.github.restcomparison.runner.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.Behaviour.Reconnects;
import io.github.restcomparison.runner.load.Connections.Connection;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ConnectionsTest {
  private long ms = 1_000;
  private final Connections connections = new Connections(() -> 1_000_000 * ms);

  private Connection opened() {
    Connection connection = connections.connection();
    connection.opened();
    return connection;
  }

  private Connection served(int requests) {
    Connection connection = opened();
    for (int i = 0; i < requests; i++) {
      connection.sent();
      ms += 20;
      connection.received();
    }
    return connection;
  }

  private void closed(Connection connection, int idleMs) {
    ms += idleMs;
    connection.closed();
  }

  /** One before the load, two in it; the last one was not needed again. */
  @Test
  void idleConnectionsThatTheServiceClosesAreCountedIfTheyAreReplaced() {
    closed(served(1), 1_010);
    closed(served(1), 1_002);
    connections.beginLoad();
    served(1);
    closed(served(3), 1_030);
    served(1);
    connections.beginLoad();
    closed(served(3), 1_030);

    assertThat(connections.reconnects()).hasValue(new Reconnects(2, 1_002));
  }

  @Test
  void otherConnectionsAreNotCounted() {
    connections.beginLoad();
    closed(served(1), 99); // at its limit of requests
    served(1);
    Connection ours = served(1);
    ours.close();
    closed(ours, 5_000);
    served(1);
    closed(opened(), 5_000); // never used
    served(1);
    assertThat(connections.reconnects()).isEmpty();

    closed(served(1), 100);
    served(1);
    assertThat(connections.reconnects()).hasValue(new Reconnects(1, 100));
  }

  /** It was sent as the service closed the connection, which it had done before as late. */
  @Test
  void requestOverAnIdleConnectionThatIsClosedIsARace() {
    connections.beginLoad();
    assertThat(race(1_000, 1)).as("nothing shows that it closes idle connections").isZero();
    closed(served(1), 1_000);
    assertThat(race(899, 1)).as("too soon").isZero();
    assertThat(race(1_000, 100)).as("it read the request").isZero();
    assertThat(race(900, 1)).isOne();
  }

  private long race(int idleMs, int waitMs) {
    Connection connection = served(1);
    ms += idleMs;
    connection.sent();
    closed(connection, waitMs);
    return connections.races();
  }

  @Test
  void racesBeforeTheLoadAreNotThoseOfIt() {
    closed(served(1), 1_000);
    assertThat(race(1_000, 1)).isOne();
    connections.beginLoad();
    assertThat(connections.races()).isZero();
  }

  /** A request that is sent again because of a race is no fault of the service. */
  @Test
  void requestsThatWereSentAgainBecauseOfARaceAreNotRepeated() {
    Exchanges exchanges = new Exchanges(connections);
    IntStream.range(0, 13).forEach(_ -> exchanges.sent());
    assertThat(exchanges.repeated(10)).isEqualTo(3);
    closed(served(1), 1_000);
    race(1_000, 1);
    assertThat(exchanges.repeated(10)).isEqualTo(2);
  }

  private void waiting(int number) {
    IntStream.range(0, number).forEach(_ -> opened().sent());
  }

  @Test
  void serviceThatServesOneConnectionAtATimeIsNamed() {
    waiting(4);
    served(10);
    opened(); // nothing was sent
    ms += 9_819; // the first response came after 20 ms
    assertThat(connections.unserved()).as("after 9.999 s").isEmpty();
    ms++;
    assertThat(connections.unserved())
        .hasValue(
            "serves 1 connection at a time: 4 more had no response within 10 s; -H 'Connection:"
                + " close' sends each request over a separate connection");
  }

  @Test
  void serviceThatIsOnlySlowServesAllConnections() {
    waiting(4);
    ms += 10_000;
    assertThat(connections.unserved()).as("none has a response").isEmpty();
    Connection first = served(9);
    ms += 10_000;
    assertThat(connections.unserved()).as("its first responses").isEmpty();
    first.received();
    assertThat(connections.unserved()).isPresent();
    served(9);
    ms += 10_000;
    assertThat(connections.unserved()).as("19 of 2 connections").isEmpty();
  }

  /** On a busy host, a fair service reads from some connections late. */
  @Test
  void serviceThatStillTakesConnectionsIsNotNamed() {
    waiting(4);
    ms += 5_000;
    served(20);
    ms += 9_000;
    assertThat(connections.unserved()).as("one had its first response 9 s ago").isEmpty();
    ms += 1_000;
    assertThat(connections.unserved()).isPresent();
  }

  @Test
  void serviceThatServesSeveralConnectionsIsNamedByTheirNumber() {
    Connection left = served(0);
    left.sent();
    waiting(1);
    served(10);
    served(10);
    ms += 10_000;
    left.close();
    left.closed();
    assertThat(connections.unserved().orElseThrow())
        .startsWith("serves 2 connections at a time: 1 more had no response within 10 s");
  }
}
