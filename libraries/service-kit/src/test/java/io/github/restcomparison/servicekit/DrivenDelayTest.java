package io.github.restcomparison.servicekit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DrivenDelayTest {
  private static final Duration USUAL = Duration.ofMillis(100);

  @Test
  void isAnotherWhileTheServiceIsDriven() {
    Delay delay = DrivenDelay.ofService(new Delay.Fixed(USUAL));
    assertThat(delay.next()).isEqualTo(USUAL);
    DrivenDelay.drive(20);
    assertThat(delay.next()).isEqualTo(Duration.ofMillis(20));
    assertThat(delay.longest()).isEqualTo(USUAL); // the setting is as it was
    DrivenDelay.drive(0);
    assertThat(delay.next()).isEqualTo(USUAL);
  }

  @Test
  void whatABackEndTakesStaysAsItIs() {
    Delay delay = DrivenDelay.ofService(new Delay.OfBackEnd(BackEnd.HTTP, USUAL));
    DrivenDelay.drive(20);
    assertThat(delay.next()).isEqualTo(USUAL);
  }

  @Test
  void noDelayStaysNone() {
    Delay delay = DrivenDelay.ofService(new Delay.Fixed(Duration.ZERO));
    DrivenDelay.drive(20);
    assertThat(delay.next()).isZero();
  }
}
