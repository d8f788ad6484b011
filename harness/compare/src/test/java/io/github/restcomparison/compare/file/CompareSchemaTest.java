package io.github.restcomparison.compare.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.github.restcomparison.records.settings.SettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Editors complete exactly the keys that are read: the reader itself lists them. */
class CompareSchemaTest {
  private static final String SERVICES = "services: {one: {command: 'a {port}'}}\n";
  private static final String REQUESTS = "requests: [{path: /}]\n";

  @TempDir private Path folder;

  @Test
  void schemaHasTheKeysThatAreRead() throws IOException {
    JsonNode schema =
        new JsonMapper().readTree(CompareFile.templates().get(Path.of("compare.schema.json")));
    assertThat(read(SERVICES + REQUESTS + "x: 1")).isEqualTo(keys(schema));
    assertThat(read(SERVICES + REQUESTS + "load: {x: 1}"))
        .isEqualTo(keys(schema.at("/properties/load")));
    assertThat(read(SERVICES + "requests: [{path: /, x: 1}]"))
        .isEqualTo(keys(schema.at("/properties/requests/items")));
    assertThat(read(SERVICES + "requests: [{path: /, expect: {x: 1}}]"))
        .isEqualTo(keys(schema.at("/properties/requests/items/properties/expect")));
    Set<String> ofServices = new TreeSet<>();
    for (String origin :
        List.of("command: 'a {port}'", "image: a", "url: 'http://h'", "variant: vertx-rest")) {
      ofServices.addAll(read("services: {one: {%s, x: 1}}\n%s".formatted(origin, REQUESTS)));
    }
    assertThat(ofServices).isEqualTo(keys(schema.at("/properties/services/additionalProperties")));
  }

  /** An independent validator accepts the file of {@code init}. */
  @Test
  void templateIsValid() throws IOException {
    String template = CompareFile.templates().get(Path.of(CompareFile.NAME));
    assertThat(violations(template)).isEmpty();
    String allThatIsCommentedOut = template.replaceAll("(?m)^( +)# (\\w+: )", "$1$2");
    assertThat(allThatIsCommentedOut).isNotEqualTo(template);
    assertThat(violations(allThatIsCommentedOut)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "services: 5",
        "services: {one: {command: 'a {port}'}}\nload: {user: 1}",
        "services: {one: {command: 'a {port}'}}\ninsecure: perhaps",
        "services: {one: {command: 'a {port}'}}\nload: {wait: long}",
        "services: {one: {command: 'a {port}', redy: /}}",
        "services: {one: {command: 'a {port}', startLimit: soon}}",
        "services: {one: {command: 'a {port}'}}\nrequests: []",
        "services: {one: {command: 'a {port}'}}\nload: {users: many}",
      })
  void refusedSettingsAreInvalidInTheSchema(String yaml) throws IOException {
    assertThat(violations(yaml)).isNotEmpty();
    Path file = folder.resolve("compare.yaml");
    Files.writeString(file, yaml.contains("requests") ? yaml : yaml + "\n" + REQUESTS);
    assertThat(catchThrowableOfType(RuntimeException.class, () -> CompareFileTest.bound(file)))
        .isNotNull();
  }

  private static List<String> violations(String yaml) throws IOException {
    Schema schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(CompareFile.templates().get(Path.of("compare.schema.json")));
    Object document = new Load(LoadSettings.builder().build()).loadFromString(yaml);
    return schema.validate(new JsonMapper().valueToTree(document)).stream()
        .map(Error::toString)
        .toList();
  }

  private static Set<String> keys(JsonNode object) {
    return new TreeSet<>(object.get("properties").propertyNames());
  }

  /** The message about an unknown key names the valid keys. */
  private Set<String> read(String yaml) throws IOException {
    Path file = folder.resolve("compare.yaml");
    Files.writeString(file, yaml);
    String message =
        catchThrowableOfType(SettingException.class, () -> CompareFile.read(file)).getMessage();
    assertThat(message).contains("x: unknown key; valid: ");
    return new TreeSet<>(
        Arrays.asList(message.substring(message.indexOf("valid: ") + 7).split(", ")));
  }
}
