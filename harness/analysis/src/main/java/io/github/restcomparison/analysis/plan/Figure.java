package io.github.restcomparison.analysis.plan;

import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.function.DoubleFunction;

/** The figures of a plan, in the order of its table. */
enum Figure {
  /** Nodes that are enough, or that were given. */
  NODES("nodes", Numbers::of),
  /** Nodes of which the rest is enough after one has failed. */
  LOSS_OF_ONE("if one may fail", Numbers::of),
  /** Nodes of which the rest is enough after a tenth, rounded up, has failed. */
  LOSS_OF_TENTH("if a tenth may fail", Numbers::of),
  /** Of all nodes. */
  THROUGHPUT("requests/s", Figure::whole),
  /** Of the service, without JIT compilers and sampling. */
  CPU("CPU, µs/request", Numbers::of),
  /** The share of a node's CPUs. */
  UTILISATION("CPUs in use", Figure::percent),
  P50("p50, ms", Figure::whole),
  P99("p99, ms", Figure::whole),
  /** Of a node. */
  THREADS("threads", Numbers::of),
  /** Bytes of a node. */
  MEMORY("memory, MiB", Numbers::mebibytes),
  /** Requests at once that fill the heap that was measured. */
  HEAP_FULL("heap full with", Figure::whole),
  /** Of a million requests, all CPUs of all nodes paid. */
  PRICE("price of a million", Numbers::of);

  final String label;
  final DoubleFunction<String> format;

  Figure(String label, DoubleFunction<String> format) {
    this.label = label;
    this.format = format;
  }

  static String whole(double value) {
    return Numbers.of(Math.rint(value));
  }

  static String percent(double share) {
    return Numbers.of(Math.rint(1_000 * share) / 10) + " %";
  }
}
