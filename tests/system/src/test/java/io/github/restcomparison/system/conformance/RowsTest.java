package io.github.restcomparison.system.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RowsTest {

  @Test
  void thereAreAtLeast150EachWithANameOfItsOwnAndASection() {
    List<Row> rows = Rows.all();
    assertThat(rows).hasSizeGreaterThanOrEqualTo(150);
    assertThat(rows).extracting(Row::id).doesNotHaveDuplicates();
    assertThat(rows).allSatisfy(row -> assertThat(row.section()).matches("\\d{4} \\d+(\\.\\d+)*"));
  }

  @Test
  void templatesAreBytes() {
    assertThat(Template.expand("{get}{host}X: {ab*3}\\0\\xff\\\\\\r\\n"))
        .isEqualTo("GET /myapp/myresource HTTP/1.1\r\nHost: a\r\nX: ababab\0\u00ff\\\r\n");
  }

  @Test
  void coreIsNeverAskedForWhatIsNotAllowed() {
    for (Row row : Rows.all()) {
      Set<String> allowed = Set.copyOf(row.allowed().outcomes());
      assertThat(row.strict().outcomes())
          .as(row.id())
          .allMatch(
              outcome -> allowed.contains(outcome) || allowed.contains(outcome.split(" ")[0]));
    }
  }

  @Test
  void deviationsAreFromRowsThatThereAre() {
    Set<String> ids = Rows.all().stream().map(Row::id).collect(Collectors.toSet());
    assertThat(Deviation.all()).extracting(Deviation::row).isSubsetOf(ids);
    assertThat(Deviation.all()).allSatisfy(one -> assertThat(one.why()).isNotBlank());
  }

  @Test
  void pagesAreWhatTheTablesSay() throws IOException {
    assertPage("conformance.md", ConformanceTable.summary());
    assertPage("conformance-rows.md", ConformanceTable.markdown());
  }

  private static void assertPage(String name, String text) throws IOException {
    Path page = Path.of("../../docs").resolve(name);
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(page, text);
    }
    assertThat(page).hasContent(text);
  }
}
