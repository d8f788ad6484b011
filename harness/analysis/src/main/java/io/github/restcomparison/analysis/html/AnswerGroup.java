package io.github.restcomparison.analysis.html;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the page says first by one metric.
 *
 * @param question that the answers are to
 */
record AnswerGroup(String question, List<Answer> answers) {

  /** A sentence of which the claim can be read without the evidence. */
  record Answer(String claim, String evidence) {

    private static Answer of(String sentence) {
      int colon = sentence.indexOf(": ");
      return colon < 0
          ? new Answer(sentence, "")
          : new Answer(sentence.substring(0, colon), sentence.substring(colon + 1));
    }
  }

  /** By throughput, then by the CPU of the service; without those that have no answer. */
  static List<AnswerGroup> of(Comparison comparison) {
    return Stream.of(
            new AnswerGroup("Which is faster", answers(comparison, TestedMetric.THROUGHPUT)),
            new AnswerGroup("Which is cheaper", answers(comparison, TestedMetric.CPU_PER_REQUEST)))
        .filter(group -> !group.answers.isEmpty())
        .toList();
  }

  private static List<Answer> answers(Comparison comparison, TestedMetric metric) {
    return comparison.answers(metric).stream().map(Answer::of).toList();
  }
}
