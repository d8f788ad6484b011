package io.github.restcomparison.analysis.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** The source of the page; {@link PageChartsTest} opens it in a browser. */
class HtmlPageTest {
  @TempDir private Path comparison;
  private Records records;

  @BeforeEach
  void twoServicesAndOneThatFailed() throws IOException {
    records = new Records(comparison);
    records.valid(Service.VERTX_REST, 1, 1, 1);
    records.valid(Service.JERSEY_SYNC, 1, 1, 1);
    records.broken(Service.JERSEY_ASYNC, 1, Status.FAILED, "37 requests failed");
  }

  /** Without the scripts, which contain text, too. */
  private String page() throws IOException {
    Report.write(comparison);
    String page = Files.readString(comparison.resolve("index.html"));
    return page.substring(0, page.indexOf("<script"));
  }

  @Test
  void missingValuesHaveNoRow() throws IOException {
    assertThat(page())
        .contains("37 requests failed")
        .doesNotContain("Optional", "null", "NaN", "{{");
  }

  /** The first measured user begins at 1,000,000 ms. */
  @Test
  void excludedSecondsAreInTheDataOfTheTimeChart() throws IOException {
    records.writeWithSamples(Records.record(Service.VERTX_REST, 2, 1, 1));
    records.writeWithSamples(
        Records.edited(
            Records.record(Service.JERSEY_SYNC, 2, 1, 1),
            json ->
                ((ObjectNode) json.get("load"))
                    .putArray("leftOut")
                    .addObject()
                    .put("fromMs", 1_003_000)
                    .put("toMs", 1_005_500)
                    .put("reason", "steal 9 %")));
    Report.write(comparison);
    String page = Files.readString(comparison.resolve("index.html"));
    // The library of the charts, 1 MB, follows: to search through it takes 20 s.
    assertThat(page.substring(0, page.indexOf("<script>")))
        .contains("Of all requests, tail included, except those in excluded seconds")
        .as("the same bytes in every JVM: names are sorted")
        .containsSubsequence(
            "\"GC\":", "\"generator CPU\":", "\"max\":", "\"p50\":", "\"p99\":", "\"responses\":")
        .containsOnlyOnce("\"leftOut\":[[3.0,5.5]]")
        .containsOnlyOnce("\"leftOut\":[]");
  }

  @Test
  void rankingPrecedesTheLimits() throws IOException {
    assertThat(page())
        .containsSubsequence(
            "FAILED: 1 round",
            "vertx-rest",
            "Ranking",
            "What limits each variant",
            "<strong>vertx-rest</strong>: ",
            "<strong>jersey-sync</strong>: threads: 1,970 requests/s is 98.5 % of the 2,000",
            "<strong>jersey-async</strong>:  <span class=\"objection\">FAILED, not ranked.",
            "Throughput against the ceilings",
            "Latency",
            "Cost",
            "All settings side by side");
  }

  @Test
  void librariesAndGatesAreInTheLedger() throws IOException {
    records.write(
        Records.edited(
            Records.record(Service.VERTX_REST, 1, 1, 1),
            json -> {
              json.withObject("environment")
                  .putArray("versions")
                  .add("vertx-core-5.2.0.jar")
                  .add("contract.jar");
              json.putArray("gates")
                  .add(gate(json, "answers", true))
                  .add(gate(json, "littlesLaw", false));
            }));
    assertThat(page())
        .containsSubsequence("≠ vertx-core</th>", "5.2.0</td>")
        .containsSubsequence("≠ contract</th>", "of this build</td>")
        .contains("1 of 2, not littlesLaw");
  }

  /** Images differ between variants, and nodes between runs. */
  @Test
  void containersAndTheirNodesAreInTheLedger() throws IOException {
    records.write(inCluster(Service.JERSEY_SYNC, 1, "node-a"));
    records.write(inCluster(Service.VERTX_REST, 1, "node-a"));
    records.write(inCluster(Service.VERTX_REST, 2, "node-b"));
    assertThat(page())
        .contains("Services: in a container each (Kubernetes v1.34.4)")
        .containsSubsequence("memory of the container</th>", "1,024 MiB")
        .containsSubsequence("≠ node</th>", "node-a, node-b</td>");
  }

  private static RunRecord inCluster(Service service, int round, String node) {
    return Records.edited(
        Records.record(service, round, 1, 1),
        json ->
            json.withObject("environment")
                .putObject("container")
                .put("engine", "Kubernetes v1.34.4")
                .put("image", "sha256:" + service)
                .put("memory", 1L << 30)
                .put("node", node));
  }

  private static ObjectNode gate(ObjectNode json, String name, boolean passed) {
    ObjectNode gate = json.objectNode().put("name", name).put("passed", passed);
    gate.putArray("objections");
    return gate;
  }

  /** Chart data and scripts are the only ones, whatever a record holds. */
  @Test
  void policyLetsNoOtherScriptRun() throws IOException {
    Report.write(comparison);
    String page = Files.readString(comparison.resolve("index.html"));
    assertThat(page)
        .containsPattern("default-src 'none'; .*script-src &#39;sha256-\\S+&#39; &#39;sha256-");
    assertThat(page.substring(0, page.indexOf("<body>"))).doesNotContain("unsafe-eval", "http:");
  }
}
