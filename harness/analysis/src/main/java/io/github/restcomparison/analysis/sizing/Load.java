package io.github.restcomparison.analysis.sizing;

import java.util.Optional;

/** What is asked of all nodes together, or of one of them. */
public sealed interface Load permits ClosedLoad, OpenLoad {
  /** That a request waits, in ms. */
  double waitMs();

  /** What one node makes of it; empty where it cannot answer as many, so that its queue grows. */
  Optional<Prediction> on(Node node, ServiceModel model);

  /** The share of one of so many nodes, with the greatest share where they are not all alike. */
  Load of(int nodes);

  /** Requests per second if none ever queued. */
  double asked();

  /** For a title: {@code 40,000 users who wait 250 ms}. */
  String text();

  /** The same wait of another number of users, or of another rate: so many times as much. */
  Load times(double factor);

  /** Users or requests per second, and which of them. */
  double size();

  /** {@code users} or {@code requests/s}. */
  String unit();

  /** More nodes than this would have nothing to do. */
  int mostNodes();
}
