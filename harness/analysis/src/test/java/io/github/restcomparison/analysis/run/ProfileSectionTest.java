package io.github.restcomparison.analysis.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.records.CpuProfile;
import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileSectionTest {
  @TempDir private Path folder;

  private void profiled(Service service, CpuProfile profile) throws IOException {
    Records runs = new Records(folder.resolve(CpuProfile.FOLDER));
    RunRecord run = Records.record(service, 1, 1, 1);
    runs.write(run);
    JsonFiles.write(runs.folder(run).path().resolve(CpuProfile.FILE), profile);
  }

  @Test
  void profilesStandSideBySideAndAreInNoFigure() throws IOException {
    Records records = new Records(folder);
    records.valid(Service.VERTX_REST, 1, 1, 1);
    records.valid(Service.JERSEY_ASYNC, 1, 1, 1);
    records.valid(Service.JERSEY_SYNC, 1, 1, 1);
    Report.write(folder);
    String csv = Files.readString(folder.resolve("comparison.csv"));
    String json = Files.readString(folder.resolve("comparison.json"));
    assertThat(folder.resolve("comparison.md")).content().doesNotContain("Where the CPU goes");

    profiled(
        Service.VERTX_REST,
        new CpuProfile(
            Optional.empty(),
            8,
            Map.of("io.netty.channel", 8L),
            Map.of("io.netty.channel", 8L),
            Map.of("io.netty.channel.Loop.run", 7L)));
    profiled(
        Service.JERSEY_ASYNC,
        new CpuProfile(
            Optional.empty(),
            4,
            Map.of("java.base", 1L),
            Map.of("java.util", 1L),
            Map.of("java.util.HashMap.get", 1L)));
    profiled(Service.JERSEY_SYNC, CpuProfile.missing("no JVM with a Flight Recorder was seen"));
    Report.write(folder);

    assertThat(folder.resolve("comparison.md"))
        .content()
        .contains(
            "## Where the CPU goes",
            "| 1 | 25.0 % java.base | 100.0 % io.netty.channel |",
            "| 1 | 25.0 % java.util.HashMap.get | 87.5 % io.netty.channel.Loop.run |",
            "jersey-sync: not profiled: no JVM with a Flight Recorder was seen");
    assertThat(folder.resolve("index.html"))
        .content()
        .contains("href=\"profile/runs/01-vertx_rest/profile.jfr\"");
    assertThat(folder.resolve("comparison.csv")).hasContent(csv);
    assertThat(folder.resolve("comparison.json")).hasContent(json);
  }
}
