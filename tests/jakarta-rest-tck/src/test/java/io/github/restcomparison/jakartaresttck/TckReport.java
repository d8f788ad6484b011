package io.github.restcomparison.jakartaresttck;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * What the TCK has found on one server.
 *
 * @param results of each test, by its class, without what all have in common, and its name
 */
record TckReport(SortedMap<String, Result> results) {
  private static final String COMMON = "ee.jakarta.tck.ws.rs.";

  /** How a test can end. */
  enum Result {
    PASSED,
    FAILED,
    /** The TCK itself has it switched off. */
    DISABLED,
    /** It has not begun. */
    NOT_RUN
  }

  /** Reads what Failsafe has written into a folder; empty if there is none. */
  static TckReport read(Path folder) throws Exception {
    SortedMap<String, Result> results = new TreeMap<>();
    DocumentBuilder parser = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    for (Path file : Files.isDirectory(folder) ? files(folder) : List.<Path>of()) {
      NodeList cases = parser.parse(file.toFile()).getElementsByTagName("testcase");
      for (int i = 0; i < cases.getLength(); i++) {
        Element test = (Element) cases.item(i);
        String name = test.getAttribute("classname") + "#" + test.getAttribute("name");
        results.put(name.replace(COMMON, ""), result(test));
      }
    }
    return new TckReport(results);
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(file -> file.getFileName().toString().startsWith("TEST-")).toList();
    }
  }

  private static Result result(Element test) {
    if (has(test, "failure") || has(test, "error")) {
      return Result.FAILED;
    }
    return has(test, "skipped") ? Result.DISABLED : Result.PASSED;
  }

  private static boolean has(Element test, String child) {
    return test.getElementsByTagName(child).getLength() > 0;
  }

  long count(Result result) {
    return results.values().stream().filter(result::equals).count();
  }

  /** The names of the tests that failed. */
  List<String> failed() {
    return results.keySet().stream().filter(test -> of(test) == Result.FAILED).toList();
  }

  Result of(String test) {
    return results.getOrDefault(test, Result.NOT_RUN);
  }
}
