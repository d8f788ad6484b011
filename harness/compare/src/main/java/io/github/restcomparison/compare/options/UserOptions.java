package io.github.restcomparison.compare.options;

import java.util.Optional;
import picocli.CommandLine.Option;

/** Who asks how often in a closed model; what is not given is null, for a plan may know it. */
public final class UserOptions {
  @Option(
      names = "--users",
      paramLabel = "N",
      description = "Users who all start at once, 1 to 20000 (default: 1000).")
  private Integer users;

  @Option(
      names = "--requests",
      paramLabel = "N",
      description = "Requests of each user, one after the other, 1 to 1000000 (default: 100).")
  private Integer requests;

  /** Whether anything is said of them. */
  boolean areGiven() {
    return users != null || requests != null;
  }

  /** The users, as they are asked for or as they are otherwise. */
  public int users(int otherwise) {
    return users == null ? otherwise : users;
  }

  /** The requests of each user, where they are asked for. */
  Optional<Integer> requests() {
    return Optional.ofNullable(requests);
  }

  /** The requests of each user, as they are asked for or as they are otherwise. */
  public int requests(int otherwise) {
    return requests == null ? otherwise : requests;
  }
}
