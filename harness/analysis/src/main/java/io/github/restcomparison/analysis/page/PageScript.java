package io.github.restcomparison.analysis.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A script that is written into the page. The page's policy names it by its hash, so that no other
 * one runs, whatever a record may smuggle in.
 *
 * @param text of the script
 */
record PageScript(String text) {
  /** The chart library. */
  static PageScript echarts() {
    return ofWebJar("org.webjars", "echarts", "echarts.min.js");
  }

  /** A script of a WebJar on the class path, whose path has its version in it. */
  static PageScript ofWebJar(String group, String artifact, String file) {
    try (InputStream pom =
        PageScript.class.getResourceAsStream(
            "/META-INF/maven/%s/%s/pom.properties".formatted(group, artifact))) {
      Properties maven = new Properties();
      maven.load(pom);
      return read(
          "/META-INF/resources/webjars/%s/%s/%s"
              .formatted(artifact, maven.getProperty("version"), file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What draws the charts of a comparison with it. */
  static PageScript charts() {
    return ours("curves.js", "intervals.js", "overhead.js", "charts.js");
  }

  private static PageScript ours(String... resources) {
    return new PageScript(
        Stream.concat(Stream.of("chart-base.js"), Stream.of(resources))
            .map(resource -> read(resource).text)
            .collect(Collectors.joining()));
  }

  private static PageScript read(String resource) {
    try (InputStream in = PageScript.class.getResourceAsStream(resource)) {
      return new PageScript(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As a content security policy names it. */
  String hash() {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java platform has it
    }
  }
}
