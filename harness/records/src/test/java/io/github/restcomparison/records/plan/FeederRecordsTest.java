package io.github.restcomparison.records.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.restcomparison.records.service.FeederRecords;
import io.github.restcomparison.records.settings.SettingException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FeederRecordsTest {
  private static final String TWO =
      """
      {"users": 2, "requests": 2}""";

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "ids.csv | \uFEFFid,name\\n1,a b\\n2,\\n | {id=1, name=a b} {id=2, name=}",
        "ids.csv | id,name\\r\\n\\r\\n1,\"a, \"\"b\"\"\"\\r\\n2,\"x\\ny\" | {id=1, name=a, \"b\"} {id=2, name=x\\ny}",
        "ids.csv | id\\n1\\n\\n\"\"\\n | {id=1} {id=}",
        "ids.tsv | id\\tname\\n1\\ta,b | {id=1, name=a,b}",
        "ids.txt | id, name \\n1, 5\"\" | {id=1, name= 5\"\"}",
        "ids.json | [{\"id\": 1, \"a\": [2]}, {\"id\": \"x\"}] | {id=1, a=[2]} {id=x}",
        "ids.jsonl | {\"id\": 1}\\n\\n{\"id\": 2}\\n | {id=1} {id=2}",
      })
  void recordsAreReadFromAnyForm(String file, String text, String records) throws IOException {
    List<String> read = new ArrayList<>();
    FeederRecords all =
        records(file, text.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t"), "", TWO);
    for (int i = 0; i < records.split("} \\{").length; i++) {
      read.add(all.next(true).orElseThrow().toString());
    }
    assertThat(String.join(" ", read).replace("\n", "\\n")).isEqualTo(records);
  }

  @Test
  void anyCharacterMaySeparateValues() throws IOException {
    for (String delimiter : List.of(";", "|", "^", "x", "\\t")) {
      String text = "id%1$sb\n1%1$s2".formatted(delimiter.replace("\\t", "\t"));
      String setting = ", \"delimiter\": \"%s\"".formatted(delimiter.replace("\\", "\\\\"));
      assertThat(records("ids.csv", text, setting, TWO).next(true))
          .contains(Map.of("id", "1", "b", "2"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "ids.csv | id | : has no records",
        "ids.csv | `` | : record 1: Empty header line: can not bind data",
        "ids.csv | id,name\\n1,a\\n2\\n3,c | : record 2: Not enough column values: expected 2, found 1",
        "ids.csv | id,name\\n1,a,b | : record 1: Too many entries: expected at most 2 (value #2 (1 chars) \"b\")",
        "ids.csv | id\\n1\\n\"2 | : record 2: Missing closing quote for value",
        "ids.json | [] | : has no records",
        "ids.json | [{ | : record 1: must be a JSON object, in an array or one a line",
        "ids.json | [1] | : record 1: must be a JSON object, in an array or one a line",
        "ids.jsonl | {\"id\": } | : record 1: must be a JSON object, in an array or one a line",
        "ids.jsonl | {\"id\": 1}\\n{\"no\": 2} | : record 2: has no id",
        "ids.jsonl | {\"id\": 1, \"id\": 2} | : record 1: id is given twice",
        "ids.csv | id,id\\n1,2 | : record 1: Duplicate header column \"id\"",
      })
  void badFileIsOneLine(String file, String text, String says) {
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> records(file, text.replace("\\n", "\n"), "", TWO))
        .withMessage("feeder " + folder.resolve(file) + says);
  }

  @Test
  void missingFileIsNamed() {
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> workload("/none.csv", "", TWO))
        .withMessage("feeder /none.csv: no such file");
    byte[] latin1 = "id\n\u00e4".getBytes(StandardCharsets.ISO_8859_1);
    Path file = folder.resolve("latin1.csv");
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> workload(Files.write(file, latin1).toString(), "", TWO))
        .withMessage("feeder " + file + ": must be text in UTF-8");
  }

  /** It would end the header, and begin another one. */
  @Test
  void headerHasNoLineEnd() throws IOException {
    String header = "{\"path\": \"/\", \"headers\": {\"X-City\": \"{id}\"}}";
    for (String control : List.of("\\n", "\\r", "\\u0000", "\\u007f")) {
      assertThatExceptionOfType(SettingException.class)
          .isThrownBy(
              () ->
                  using(header, "[{\"id\": \"\\t\u0141\"}, {\"id\": \"a%sb\"}]".formatted(control)))
          .withMessageEndingWith(
              "ids.json: record 2: id: a header must be one line without control characters");
    }
    assertThat(using("{\"path\": \"/{=id}\"}", "[{\"id\": \"a\\nb\"}]").next(true))
        .contains(Map.of("id", "a\nb"));
    assertThat(using("{\"path\": \"/{{id}}\"}", "[{\"id\": 1}]").summary())
        .endsWith("no request has it");
  }

  private FeederRecords using(String request, String records) throws IOException {
    Path file = Files.writeString(folder.resolve("ids.json"), records);
    return workload(file.toString(), request, "", TWO);
  }

  @Test
  void delimiterIsNotForJson() {
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> records("ids.jsonl", "{\"id\": 1}", ", \"delimiter\": \";\"", TWO))
        .withMessageEndingWith("ids.jsonl: delimiter: only for separated values");
  }

  @Test
  void feederThatNoRequestUsesIsNamed() throws IOException {
    String once = ", \"once\": true";
    assertThat(records("ids.csv", "name\n1", once, TWO).summary())
        .isEqualTo("{name} from " + folder.resolve("ids.csv") + ": no request has it");
  }

  @Test
  void firstRecordFollowsTheLast() throws IOException {
    FeederRecords records = records("ids.csv", "id\n1\n2\n3", "", TWO);
    assertThat(List.of(id(records, true), id(records, true), id(records, true), id(records, true)))
        .containsExactly("1", "2", "3", "1");
    assertThat(List.of(id(records, false), id(records, false))).containsExactly("3", "2");
  }

  @Test
  void recordsThatAreUsedOnceAreKeptForTheLoad() throws IOException {
    FeederRecords records = records("ids.csv", "id\n1\n2\n3\n4\n5\n6", ", \"once\": true", TWO);
    assertThat(records.summary())
        .endsWith("ids.csv: 6 records, each used once; a run needs 4, its warm-up has the others");
    assertThat(List.of(id(records, false), id(records, false), id(records, false)))
        .containsExactly("6", "5", "none");
    assertThat(List.of(id(records, true), id(records, true), id(records, true), id(records, true)))
        .containsExactly("1", "2", "3", "4");
    assertThat(id(records, true)).isEqualTo("none");
  }

  @Test
  void loadThatNeedsAnUnknownNumberKeepsHalfOfThem() throws IOException {
    String load = "{\"users\": 2, \"duration\": \"5s\"}";
    FeederRecords records = records("ids.csv", "id\n1\n2\n3\n4", ", \"once\": true", load);
    assertThat(List.of(id(records, false), id(records, false), id(records, false)))
        .containsExactly("4", "3", "none");
    assertThat(List.of(id(records, true), id(records, true), id(records, true)))
        .containsExactly("1", "2", "none");
    assertThat(records.usedUpMessage())
        .startsWith("all 4 records of ")
        .endsWith("ids.csv are used up");
  }

  @Test
  void tooFewRecordsAreRefused() {
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> records("ids.csv", "id\n1\n2\n3\n4", ", \"once\": true", TWO))
        .withMessageEndingWith(
            "ids.csv: has 4 records, each of which is used once; a run needs 4, and 1 for its check");
  }

  @Test
  void userTakesOneRecordIfTheSetupUsesIt() throws IOException {
    String setup =
        ", \"once\": true}], \"setup\": {\"requests\": [{\"path\": \"/{id}\"}]}, \"feeders\": [{\"file\": \"";
    String file = folder.resolve("ids.csv").toString();
    String all = setup + file + "\", \"once\": true";
    FeederRecords records = records("ids.csv", "id\n1\n2\n3", all, TWO);
    assertThat(records.isUsedBySetup()).isTrue();
    assertThat(records.summary()).endsWith("ids.csv: 3 records, one for each user");
    assertThat(List.of(id(records, false), id(records, true), id(records, true)))
        .containsExactly("3", "1", "2");
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> records("ids.csv", "id\n1\n2", all, TWO))
        .withMessageEndingWith("a run needs 2, and 1 for its check");
  }

  private static String id(FeederRecords records, boolean isMeasured) {
    Optional<Map<String, String>> next = records.next(isMeasured);
    return next.map(record -> record.get("id")).orElse("none");
  }

  private FeederRecords records(String file, String text, String settings, String load)
      throws IOException {
    Path written = Files.writeString(folder.resolve(file), text);
    return workload(written.toString(), settings, load);
  }

  private static FeederRecords workload(String file, String settings, String load) {
    return workload(file, "{\"path\": \"/{id}\"}", settings, load);
  }

  private static FeederRecords workload(String file, String request, String settings, String load) {
    String all =
        """
        {"services": {"one": {"url": "http://127.0.0.1:1"}}, "requests": [%s],
         "feeders": [{"file": "%s"%s}], "load": %s}"""
            .formatted(request, file, settings, load);
    PlanSettings plan =
        PlanSettings.of(SettingTree.of(all).withFallback(PlanSettings.usualLoad(true)));
    return FeederRecords.of(plan.workload(), plan.load().concurrency(), plan.load().totalRequests())
        .getFirst();
  }
}
