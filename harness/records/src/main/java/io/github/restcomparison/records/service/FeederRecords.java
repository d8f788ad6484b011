package io.github.restcomparison.records.service;

import io.github.restcomparison.records.service.State.Feeder;
import io.github.restcomparison.records.service.State.UserSetup;
import io.github.restcomparison.records.service.Workload.RequestSpec;
import io.github.restcomparison.records.settings.Count;
import io.github.restcomparison.records.settings.SettingException;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.csv.CsvMapper;
import tools.jackson.dataformat.csv.CsvReadFeature;
import tools.jackson.dataformat.csv.CsvSchema;

/**
 * The records of a feeder in a run. The measured load takes them from the first on; the check and
 * the warm-up take theirs from the last on, so that no record of a feeder with {@code once} is
 * taken twice.
 */
public final class FeederRecords {
  /**
   * Standard deviations above the mean, if requests are drawn: fewer than one run in a million
   * needs more records.
   */
  private static final int DEVIATIONS = 5;

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY).build();

  /** Separated values (RFC 4180). */
  private static final CsvMapper TABLE =
      CsvMapper.builder()
          .enable(CsvReadFeature.SKIP_EMPTY_LINES, CsvReadFeature.FAIL_ON_MISSING_COLUMNS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .build();

  /** Jackson's message for two values with one name. */
  private static final Pattern TWICE = Pattern.compile("Duplicate property \"(.*?)\"");

  private final Feeder feeder;
  private final List<Map<String, String>> all;
  private final List<RequestSpec> requests;
  private final boolean isUsedBySetup;
  private final OptionalLong needed;
  private int front;
  private int back;

  /**
   * Returns the records of all feeders of a workload.
   *
   * @param users of the load
   * @param total the number of requests of a run; empty if it is not known before
   * @throws SettingException if a feeder has no records, or {@code once} needs more of them; one
   *     line names the file
   */
  public static List<FeederRecords> of(Workload workload, int users, OptionalLong total) {
    return workload.state().feeders().stream()
        .map(feeder -> new FeederRecords(feeder, workload, users, total))
        .toList();
  }

  private FeederRecords(Feeder feeder, Workload workload, int users, OptionalLong total) {
    this.feeder = feeder;
    all = read();
    back = all.size();
    UserSetup setup = workload.state().setup().orElse(UserSetup.NONE);
    isUsedBySetup = setup.requests().stream().anyMatch(this::hasName);
    requests = workload.requests().stream().filter(this::isUsedBy).toList();
    checkRecords(workload.allRequests());
    needed = needed(workload, users, total);
    Optional<String> shortage = shortage(needed);
    if (shortage.isPresent()) {
      throw new SettingException(shortage.get());
    }
  }

  private void checkRecords(List<RequestSpec> users) {
    Set<String> used = new HashSet<>();
    Set<String> ofHeaders = new HashSet<>();
    for (RequestSpec request : users) {
      used.addAll(request.names());
      ofHeaders.addAll(request.headerNames());
    }
    used.retainAll(names());
    for (int i = 0; i < all.size(); i++) {
      for (String name : used) {
        String value = all.get(i).get(name);
        if (value == null) {
          throw error("record %d: has no %s".formatted(i + 1, name));
        }
        if (ofHeaders.contains(name) && !RequestSpec.isHeaderValue(value)) {
          throw error(
              "record %d: %s: a header must be one line without control characters"
                  .formatted(i + 1, name));
        }
      }
    }
  }

  /**
   * Returns why these records are too few for another load; empty if they are enough.
   *
   * @param users of the load
   * @param total the number of requests of a run; empty if it is not known before
   */
  public Optional<String> shortage(Workload workload, int users, OptionalLong total) {
    return shortage(needed(workload, users, total));
  }

  private Optional<String> shortage(OptionalLong needed) {
    int checks = isUsedBySetup ? 1 : requests.size();
    return feeder.once() && needed.orElse(0) + checks > all.size()
        ? Optional.of(
            "feeder %s: has %s, each of which is used once; a run needs %,d, and %d for its check"
                .formatted(feeder.file(), number(), needed.orElse(1), checks))
        : Optional.empty();
  }

  /**
   * Returns the number of records that the measured load takes; empty if it is not known before.
   */
  private OptionalLong needed(Workload workload, int users, OptionalLong total) {
    if (isUsedBySetup) {
      boolean isOnce = workload.state().setup().map(UserSetup::once).orElse(false);
      return OptionalLong.of(isOnce ? 0 : users);
    }
    double share =
        requests.stream().mapToDouble(RequestSpec::weight).sum()
            / workload.requests().stream().mapToDouble(RequestSpec::weight).sum();
    if (total.isEmpty()) {
      return total;
    }
    double mean = total.getAsLong() * share;
    return OptionalLong.of((long) Math.ceil(mean + DEVIATIONS * Math.sqrt(mean * (1 - share))));
  }

  /** Returns whether each user takes one record for its setup and all its requests. */
  public boolean isUsedBySetup() {
    return isUsedBySetup;
  }

  /** Returns whether each request of this kind takes a record. */
  public boolean isUsedBy(RequestSpec request) {
    return !isUsedBySetup && hasName(request);
  }

  private boolean hasName(RequestSpec request) {
    return !Collections.disjoint(request.names(), names());
  }

  /** Returns the names of its values. */
  public List<String> names() {
    return List.copyOf(all.getFirst().keySet());
  }

  /**
   * Returns the next record; empty if all are used up.
   *
   * @param isMeasured whether it is for the measured load
   */
  public synchronized Optional<Map<String, String>> next(boolean isMeasured) {
    // If it is not known how many the load needs, it keeps half of them.
    long kept = Math.max(front, needed.orElse(all.size() / 2));
    if (feeder.once() && (isMeasured ? front >= back : back <= kept)) {
      return Optional.empty();
    }
    return Optional.of(all.get(Math.floorMod(isMeasured ? front++ : --back, all.size())));
  }

  /** Returns the records that a run takes, in one line. */
  public String summary() {
    String named = "{%s} from %s".formatted(String.join("}, {", names()), feeder.file());
    if (isUsedBySetup) {
      return named + ": %s, one for each user".formatted(number());
    }
    if (requests.isEmpty()) {
      return named + ": no request has it";
    }
    if (!feeder.once()) {
      return named;
    }
    return named
        + ": %s, each used once; a run needs %s"
            .formatted(
                number(),
                needed.isPresent()
                    ? "%,d, its warm-up has the others".formatted(needed.getAsLong())
                    : "one for each request, its warm-up has half of them");
  }

  /** Returns the reason for the end of a run that needed more records. */
  public String usedUpMessage() {
    return all.size() == 1
        ? "the only record of %s is used up".formatted(feeder.file())
        : "all %s of %s are used up".formatted(number(), feeder.file());
  }

  private String number() {
    return Count.of(all.size(), "record");
  }

  private SettingException error(String why) {
    return new SettingException("feeder %s: %s".formatted(feeder.file(), why));
  }

  private List<Map<String, String>> read() {
    boolean isJson = feeder.file().matches("(?s).*\\.jsonl?");
    if (isJson && feeder.delimiter().isPresent()) {
      throw error("delimiter: only for separated values");
    }
    CsvSchema schema = CsvSchema.emptySchema().withHeader().withColumnSeparator(feeder.separator());
    ObjectReader reader =
        isJson ? JSON.readerFor(ObjectNode.class) : TABLE.readerFor(ObjectNode.class).with(schema);
    List<Map<String, String>> records = new ArrayList<>();
    try {
      // Without a byte order mark.
      String text = Files.readString(Path.of(feeder.file())).replaceFirst("^\ufeff", "");
      try (MappingIterator<ObjectNode> objects = reader.readValues(text)) {
        while (objects.hasNextValue()) {
          Map<String, String> record = new LinkedHashMap<>();
          objects
              .nextValue()
              .forEachEntry((name, value) -> record.put(name, value.asString(value.toString())));
          records.add(record);
        }
      }
    } catch (NoSuchFileException e) {
      throw error("no such file");
    } catch (MalformedInputException e) {
      throw error("must be text in UTF-8");
    } catch (OutOfMemoryError e) {
      throw error("is too large");
    } catch (JacksonException e) {
      Matcher twice = TWICE.matcher(e.getOriginalMessage());
      String why =
          twice.lookingAt()
              ? twice.group(1) + " is given twice"
              : isJson
                  ? "must be a JSON object, in an array or one a line"
                  : e.getOriginalMessage();
      throw error("record %d: %s".formatted(records.size() + 1, why));
    } catch (IOException e) {
      throw error("must be a readable file");
    }
    if (records.isEmpty() || records.getFirst().isEmpty()) {
      throw error("has no records");
    }
    return records;
  }
}
