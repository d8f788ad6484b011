package io.github.restcomparison.analysis.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NameColoursTest {
  private static final List<String> SIX =
      List.of(
          "vertx-rest",
          "jersey-async",
          "jersey-sync",
          "jersey-virtual",
          "jersey-vertx",
          "jersey-vertx-virtual");

  @Test
  void nameHasItsColourWhateverStandsBesideIt() {
    for (String name : SIX) {
      assertThat(NameColours.of(SIX)).containsEntry(name, NameColours.of(List.of(name)).get(name));
    }
  }

  @Test
  void namesOfAPageDifferAsLongAsThereAreColours() {
    List<String> eight = IntStream.range(0, 8).mapToObj(i -> "service-" + i).toList();
    assertThat(NameColours.of(eight).values()).doesNotHaveDuplicates().hasSize(8);
    List<String> twenty = IntStream.range(0, 20).mapToObj(i -> "service-" + i).toList();
    assertThat(NameColours.of(twenty).values()).allMatch(place -> place >= 0 && place < 8);
  }
}
