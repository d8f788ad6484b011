package io.github.restcomparison.runner.sampling;

import io.github.restcomparison.records.RunSamples.JvmSample;
import java.util.List;
import java.util.function.LongSupplier;

/** Reads from a service's JVM, over JMX, what only the JVM knows. */
public sealed interface JvmProbe extends AutoCloseable permits ServiceProbe, PlatformProbe {
  /**
   * Reads all values once.
   *
   * @param nowMs is read after the answer, because a busy service answers late
   */
  JvmSample sample(LongSupplier nowMs);

  /** Triggers a full garbage collection; returns the bytes of heap in use after it. */
  long heapAfterGc();

  /** The flags that the JVM was started with. */
  List<String> flags();

  /** The class path that it was started with. */
  String classPath();

  @Override
  void close();
}
