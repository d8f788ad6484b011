package io.github.restcomparison.compare.file;

import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.records.service.Feeder;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Files that a user names, read before anything is started. */
public final class UserFiles {
  private UserFiles() {}

  /**
   * The body of a request.
   *
   * @throws UsageException where there is no such file, or it is no text
   */
  public static String body(String file) {
    return text("body", Path.of(file));
  }

  /**
   * A feeder that has a record.
   *
   * @throws UsageException where it has none
   */
  public static Feeder feeder(String file) {
    Feeder feeder = new Feeder(file);
    String text = text("feeder", Path.of(file));
    boolean hasRecord =
        file.endsWith(".csv")
            ? text.lines().filter(line -> !line.isBlank()).count() > 1
            : isArrayOfObjects(text);
    if (!hasRecord) {
      throw new UsageException(
          "feeder %s has no record: it may have %s"
              .formatted(
                  file,
                  file.endsWith(".csv")
                      ? "a line of names, and a line for each record"
                      : "an array of JSON objects"));
    }
    return feeder;
  }

  /**
   * A simulation, given as {@code JAR:CLASS}, or {@code FOLDER:CLASS}.
   *
   * @param said what the user typed
   * @param folder that paths are relative to
   * @throws UsageException if it is not that
   */
  public static ObjectNode simulation(String text, String said, Path folder) {
    int colon = text.lastIndexOf(':');
    if (colon < 1) {
      throw new UsageException(
          said + ": must be JAR:CLASS, such as target/load.jar:com.acme.OrdersSimulation");
    }
    Path classes = folder.resolve(text.substring(0, colon)).normalize();
    if (!Files.exists(classes)) {
      throw new UsageException("%s: %s: no such file".formatted(said, classes));
    }
    return JsonNodeFactory.instance
        .objectNode()
        .put("className", text.substring(colon + 1))
        .put("folder", classes.toString());
  }

  private static boolean isArrayOfObjects(String text) {
    try {
      JsonNode root = new JsonMapper().readTree(text);
      return root.isArray() && !root.isEmpty() && root.valueStream().allMatch(JsonNode::isObject);
    } catch (JacksonException e) {
      return false;
    }
  }

  private static String text(String what, Path file) {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      throw new UsageException("%s %s does not exist".formatted(what, file));
    } catch (MalformedInputException e) {
      throw new UsageException("%s %s is no text in UTF-8".formatted(what, file));
    } catch (IOException e) {
      throw new UsageException("%s %s cannot be read: %s".formatted(what, file, e.getMessage()));
    }
  }
}
