package io.github.restcomparison.compare.kubernetes;

import io.github.restcomparison.runner.injector.ServiceClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Compares the clock of an injector's node with this host's: asks for the time again and again over
 * one connection, and believes the fastest answer, as {@link ServiceClock} does.
 */
final class InjectorClock {
  private static final int LIMIT_S = 20;
  private static final String ANSWERS = "while read -r _; do echo \"${EPOCHREALTIME/./}\"; done";

  private InjectorClock() {}

  /**
   * Compares it.
   *
   * @param pod of the injector
   * @return this host's clock minus the node's
   * @throws IOException if the pod does not answer within 20 s
   */
  static ServiceClock of(Kubectl kubectl, String pod) throws IOException, InterruptedException {
    Process asked = kubectl.follow("exec", "-i", pod, "-c", "keeper", "--", "bash", "-c", ANSWERS);
    CompletableFuture.delayedExecutor(LIMIT_S, TimeUnit.SECONDS).execute(asked::destroyForcibly);
    try (Writer questions = asked.outputWriter();
        BufferedReader answers = asked.inputReader()) {
      return ServiceClock.fastest(() -> ask(questions, answers, pod));
    } finally {
      asked.destroyForcibly();
    }
  }

  private static ServiceClock ask(Writer questions, BufferedReader answers, String pod)
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
    return new ServiceClock(before + halfMs - Long.parseLong(answer) / 1e3, halfMs + 1);
  }
}
