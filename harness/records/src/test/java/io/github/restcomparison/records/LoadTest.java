package io.github.restcomparison.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restcomparison.records.Load.Protocol;
import io.github.restcomparison.records.OpenModel.Rate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadTest {
  private static final ClosedLoad LOAD =
      ClosedLoad.of(10, 5, 100, Wait.FIXED, OptionalInt.of(200), 40_000);

  /** A record that has a load. */
  private record Holder(Load load) {}

  @TempDir private Path folder;

  /** Several generators together may have more users than one. */
  @Test
  void usersAreSharedByAllInjectors() {
    List<? extends Load> parts =
        IntStream.rangeClosed(1, 3).mapToObj(number -> LOAD.share(number, 3)).toList();
    assertThat(parts).extracting(Load::concurrency).containsExactly(4, 3, 3);
  }

  /** A third of 1000/s, and of 71 connections 24, 24 and 23. */
  @Test
  void scheduleIsSharedByAllInjectors() {
    Load whole = LOAD.with(open("1000/s"), OptionalInt.of(71), false);
    List<? extends Load> parts =
        IntStream.rangeClosed(1, 3).mapToObj(number -> whole.share(number, 3)).toList();
    assertThat(parts).extracting(Load::concurrency).containsExactly(24, 24, 23);
    assertThat(parts.getFirst().totalRequests()).hasValue(10_000);
  }

  /** 500/s of 100 ms keep 50 busy. */
  @Test
  void poolIsTwiceTheBusyConnectionsPlusTen() {
    assertThat(LOAD.with(open("500"), OptionalInt.empty(), false).concurrency()).isEqualTo(110);
    assertThat(LOAD.with(open("100..500"), OptionalInt.empty(), false).concurrency())
        .isEqualTo(110);
    assertThatThrownBy(() -> LOAD.with(open("1000000"), OptionalInt.empty(), false))
        .hasMessageContaining("needs 200010 connections");
    assertThat(LOAD.with(open("500"), OptionalInt.of(7), false).concurrency()).isEqualTo(7);
  }

  private static OpenModel open(String rate) {
    return new OpenModel(Rate.of(rate), 30);
  }

  /** A cell of a sweep over services of the user's was measured without their protocol. */
  @Test
  void otherUsersKeepProtocolAndDuration() throws IOException {
    Load stated =
        read(
            """
            {"users": 9, "duration": "4s", "delay": "0ms", "wait": "stated", "warmUp": "0ms",
             "protocol": "http2"}
            """);
    ClosedLoad other = stated.of(3, 7, 20);
    assertThat(other.protocol()).contains(Protocol.HTTP2);
    assertThat(other.seconds()).hasValue(4);
    assertThat(other.requests()).isEmpty();
    assertThat(stated.lasting(3).protocol()).contains(Protocol.HTTP2);
  }

  @Test
  void isReadBack() throws IOException {
    Load load = LOAD.with(new OpenModel(Rate.of("5/s"), 9), OptionalInt.of(7), true);
    assertThat(read(JsonFiles.text(load))).isEqualTo(load);
    assertThat(JsonFiles.text(LOAD))
        .contains("\"delay\" : \"100ms\"", "\"wait\" : \"fixed\"", "\"workers\" : 200")
        .doesNotContain("bounds", "downstreamConnections", "nknown", "newConnections");
  }

  /** So that an option can replace what a file states. */
  @Test
  void noTimeIsNone() throws IOException {
    assertThat(paced("\"requests\": 9, \"think\": \"exp:0ms\", \"rampUp\": \"0s\""))
        .isEqualTo(paced("\"requests\": 9"));
  }

  @Test
  void paceIsReadBackAndSharedByAllInjectors() throws IOException {
    ClosedLoad load = paced("\"duration\": \"15s\", \"think\": \"exp:1s\", \"rampUp\": \"20s\"");
    assertThat(read(JsonFiles.text(load))).isEqualTo(load);
    assertThat(load.think()).contains(Think.of("exp:1s"));
    assertThat(load.rampUp()).contains(Duration.ofSeconds(20));
    assertThat(load.share(2, 3))
        .returns(load.think(), ClosedLoad::think)
        .returns(load.rampUp(), ClosedLoad::rampUp);
    assertThat(load.limits().ceiling()).isCloseTo(9 / 1.1, Offset.offset(1e-9));
    assertThat(load.wave()).isEqualTo(Duration.ofMillis(1_100));
    assertThat(JsonFiles.text(LOAD)).doesNotContain("think", "rampUp", "pace", "random");
  }

  /** In 3 s a user sends at 0, 1.5 and, too late, at 3 s: no time has all users at work. */
  @Test
  void pauseMustLeaveTimeForThreeRequests() throws IOException {
    assertThat(paced("\"duration\": \"3s\", \"think\": \"1399ms\"").users()).isEqualTo(9);
    assertThatIOException()
        .isThrownBy(() -> paced("\"duration\": \"3s\", \"think\": \"1400ms\""))
        .withMessageContaining(
            "think 1400ms: must be shorter: each user must send 3 requests in 3s");
  }

  /** 100 requests of 100 ms: the first user ends after 10 s. */
  @Test
  void usersWhoStartLastMustMeetThoseWhoStartFirst() throws IOException {
    assertThat(paced("\"requests\": 100, \"rampUp\": \"9s\"").users()).isEqualTo(9);
    assertThat(paced("\"requests\": 100, \"rampUp\": \"10s\", \"think\": \"5ms\"").users())
        .isEqualTo(9);
    assertThatIOException()
        .isThrownBy(() -> paced("\"requests\": 100, \"rampUp\": \"10s\""))
        .withMessageContaining(
            "rampUp 10s: must be shorter: the requests of a user may take only 10s; or state"
                + " --duration");
  }

  /** 36,000 requests of 100 ms take an hour; 180 workers for 540 users make it three. */
  @Test
  void loadWithItsWarmUpMayTakeThreeHours() {
    OptionalInt workers = OptionalInt.of(180);
    Load longest = ClosedLoad.of(540, 36_000, 100, Wait.FIXED, workers, 0);
    assertThat(longest.expected()).isEqualTo(Duration.ofHours(3));
    longest.requireEnd(setting -> setting);
    Load longer = ClosedLoad.of(540, 36_000, 100, Wait.FIXED, workers, 1_000);
    assertThatThrownBy(() -> longer.requireEnd(setting -> setting))
        .hasMessage("duration: the load would take about 3 h 1 min; a run may take 3 h");
    Load warm = ClosedLoad.of(1, 9, 100, Wait.FIXED, OptionalInt.empty(), 14_400_000);
    assertThatThrownBy(() -> warm.requireEnd(setting -> "--" + setting))
        .hasMessage("--warmUp: the load would take about 4 h; a run may take 3 h");
  }

  private ClosedLoad paced(String pace) throws IOException {
    return (ClosedLoad)
        read(
            "{\"users\": 9, \"delay\": \"100ms\", \"wait\": \"fixed\", \"warmUp\": \"0ms\", %s}"
                .formatted(pace));
  }

  @Test
  void impossibleRecordIsRefusedWithTheReason() {
    assertThatIOException()
        .isThrownBy(
            () ->
                read(
                    "{\"users\": 1, \"delay\": \"5ms\", \"wait\": \"fixed\", \"warmUp\": \"0ms\"}"))
        .withMessageContaining("invalid load: 1 users, 0 requests each, delay 5 ms");
  }

  private Load read(String json) throws IOException {
    Path file = folder.resolve("x.json");
    return JsonFiles.read(Files.writeString(file, "{\"load\": " + json + "}"), Holder.class).load();
  }
}
