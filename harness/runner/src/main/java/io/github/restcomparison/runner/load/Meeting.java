package io.github.restcomparison.runner.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the two runs of a duet wait for each other, so that both are measured at the same time.
 *
 * @param folder that both see
 * @param own the name of this run
 * @param other the name of the other
 */
public record Meeting(Path folder, String own, String other) {

  /** Tells the other that this run is warm. */
  void arrive() {
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve(own), "warm");
    } catch (IOException e) {
      // The other one goes on without, after its limit; the records tell.
    }
  }

  /** Whether the other is warm as well. */
  boolean isComplete() {
    return Files.exists(folder.resolve(other));
  }
}
