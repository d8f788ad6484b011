package io.github.restcomparison.compare.kubernetes;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * How far the clock of an injector's node is from this host's. The pod is asked for the time again
 * and again over one connection, and the fastest answer is the most exact: the midpoint between
 * question and answer is wrong by half of the time between them at most (F. Cristian,
 * <i>Distributed Computing</i> 3:146, 1989).
 *
 * @param offsetMs this host's clock minus the node's
 * @param uncertaintyMs the maximum error of the offset
 */
record InjectorClock(double offsetMs, double uncertaintyMs) {
  private static final int LIMIT_S = 20;
  private static final int QUESTIONS = 20;
  private static final String ANSWERS = "while read -r _; do echo \"${EPOCHREALTIME/./}\"; done";

  /**
   * Compares it.
   *
   * @param pod of the injector
   * @throws IOException if the pod does not answer within 20 s
   */
  static InjectorClock of(Kubectl kubectl, String pod) throws IOException, InterruptedException {
    Process asked = kubectl.follow("exec", "-i", pod, "-c", "keeper", "--", "bash", "-c", ANSWERS);
    CompletableFuture.delayedExecutor(LIMIT_S, TimeUnit.SECONDS).execute(asked::destroyForcibly);
    try (Writer questions = asked.outputWriter();
        BufferedReader answers = asked.inputReader()) {
      InjectorClock best = ask(questions, answers, pod);
      for (int i = 1; i < QUESTIONS; i++) {
        InjectorClock next = ask(questions, answers, pod);
        best = next.uncertaintyMs < best.uncertaintyMs ? next : best;
      }
      return best;
    } finally {
      asked.destroyForcibly();
    }
  }

  private static InjectorClock ask(Writer questions, BufferedReader answers, String pod)
      throws IOException {
    long sent = System.nanoTime();
    double before = System.currentTimeMillis();
    questions.write('\n');
    questions.flush();
    String answer = answers.readLine();
    if (answer == null || !answer.matches("\\d{16,17}")) {
      throw new IOException("the clock of pod %s: no answer".formatted(pod));
    }
    double halfMs = (System.nanoTime() - sent) / 2e6;
    return new InjectorClock(before + halfMs - Long.parseLong(answer) / 1e3, halfMs + 1);
  }
}
