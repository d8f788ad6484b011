package io.github.restcomparison.records.service;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.RunRecord.Judgement;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.service.ServiceSpec.UserServices;
import io.github.restcomparison.records.settings.SettingException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.json.JsonMapper;

class SecretsTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("TOKEN", "s3cr$t\\1", "LEVEL", "1", "OTHER", "unasked");

  /** Has what URLs, forms, JSON, shells and HTML encode. */
  private static final String ODD = "a b+c/d=e&f%g'h\"i\\j<kü€😀";

  private static final JsonMapper ASCII =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  @Test
  void valuesAreThereOnlyWhereTheyAreNeeded() {
    Secrets secrets = Secrets.of("Bearer ${TOKEN}, $OTHER, ${LEVEL}", ENVIRONMENT);
    assertThat(secrets.values()).containsOnlyKeys("TOKEN", "LEVEL");
    assertThat(secrets.namedIn("a ${LEVEL} $${TOKEN} ${OTHER}")).containsOnlyKeys("LEVEL");
    assertThat(secrets.resolve("Bearer ${TOKEN}")).isEqualTo("Bearer s3cr$t\\1");
    assertThat(secrets.resolve("${NEVER}")).isEqualTo("${NEVER}");
    assertThat(secrets.hide("got s3cr$t\\1 at level 1")).isEqualTo("got ${TOKEN} at level 1");
  }

  /** The rest of a value that begins like another one, or overlaps another one, was shown. */
  @Test
  void valueThatIsPartOfAnotherOneIsHidden() {
    Secrets secrets =
        Secrets.of(
            "${A} ${B} ${C}", Map.of("A", "abcdef", "B", "abcdefgh", "C", "efgh-and-longer"));
    assertThat(secrets.hide("abcdefgh abcdef")).isEqualTo("${B} ${A}");
    assertThat(secrets.hide("abcdefabcdef")).isEqualTo("${A}${A}");
    assertThat(secrets.hide("x abcdefgh-and-longer y")).isEqualTo("x ${C} y");
  }

  @Test
  void escapedReferenceIsText() {
    Secrets secrets = Secrets.of("{\"t\":\"Hi $${name}\"} ${TOKEN}", ENVIRONMENT);
    assertThat(secrets.values()).containsOnlyKeys("TOKEN");
    assertThat(secrets.resolve("Hi $${name}, ${LEVEL} $${TOKEN}"))
        .isEqualTo("Hi ${name}, ${LEVEL} ${TOKEN}");
    assertThat(Secrets.forShell("P=1; echo $${P} ${TOKEN}")).isEqualTo("P=1; echo ${P} ${TOKEN}");
  }

  /** A service inherits variables that it shares with other services or with the requests. */
  @Test
  void secretsOfOtherServicesAreWithheld() {
    ServiceSpec own = service("own {port} ${COMMON}", "${OWN}");
    ServiceSpec other = service("other {port} ${COMMON} ${SENT} $${ESCAPED}", "a ${OTHERS}");
    Workload.RequestSpec get = Workload.RequestSpec.get("/${SENT}", Expectation.SUCCESS);
    Workload workload =
        new Workload(
            List.of(get),
            Optional.empty(),
            Duration.ofSeconds(1),
            Workload.Tls.INSECURE,
            false,
            State.NONE);
    UserServices both = new UserServices(Map.of("own", own, "other", other), workload);
    assertThat(both.withheldFrom("own")).containsExactly("OTHERS");
    assertThat(both.withheldFrom("other")).containsExactly("OWN");
    assertThat(both.withheldFrom("jersey-sync")).containsExactly("COMMON", "OTHERS", "OWN");
  }

  private static ServiceSpec service(String command, String variable) {
    return ServiceSpec.of(
        new ServiceSpec.Origin.Command(command, Optional.empty()),
        Map.of("V", variable),
        Optional.empty());
  }

  @Test
  void referencesAndPlacesAreNotTyped() {
    assertThat(Secrets.isTyped("Authorization", "Bearer ${TOKEN}")).isFalse();
    assertThat(Secrets.isTyped("Authorization", "Bearer {token}")).isFalse();
    assertThat(Secrets.isTyped("Authorization", "Bearer abc")).isTrue();
    assertThat(Secrets.isTyped("Accept", "text/html")).isFalse();
  }

  @Test
  void missingOneIsNamed() {
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> Secrets.of("${MISSING}", ENVIRONMENT))
        .withMessage(
            "${MISSING} is not set in the environment; write $${MISSING} to send it as it is");
  }

  /** All of the output would be references. */
  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\n", "1", "true", "false", "8080"})
  void shortValuesAreNotHidden(String value) {
    Secrets secrets = new Secrets(Map.of("A", value));
    assertThat(Secrets.isTooShort(value)).isTrue();
    assertThat(secrets.hide("1 is true, not false, on 8080\n \n")).contains("1 is true, not false");
    assertThat(new Secrets(Map.of("A", "s3cret")).hide("s3cret")).isEqualTo("${A}");
  }

  @Test
  void eachLineIsHidden() {
    String key = "-----BEGIN KEY-----\nq7Zk2Lw9Xv4Rt8Bn\r\nshort\nM3pY6sDc1Hf5Gj0a\n";
    Secrets secrets = new Secrets(Map.of("KEY", key));
    assertThat(secrets.hide("x" + key + "y")).isEqualTo("x${KEY}y");
    assertThat(secrets.hide("x" + key.strip() + "y")).isEqualTo("x${KEY}y");
    assertThat(secrets.hide("1: q7Zk2Lw9Xv4Rt8Bn\n2: short")).isEqualTo("1: ${KEY}\n2: short");
    assertThat(secrets.hide("{\"k\":" + new JsonMapper().writeValueAsString(key) + "}"))
        .isEqualTo("{\"k\":\"${KEY}\"}");
    assertThat(secrets.hide("k=" + URLEncoder.encode(key, UTF_8) + "&x=1"))
        .isEqualTo("k=${KEY}&x=1");
  }

  @Test
  void encodedFormsAreHidden() {
    Secrets secrets = new Secrets(Map.of("ODD", ODD));
    String json = new JsonMapper().writeValueAsString(ODD);
    String form = URLEncoder.encode(ODD, UTF_8);
    String html = ODD.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    List<String> forms =
        List.of(
            ODD,
            within(json),
            within(ASCII.writeValueAsString(ODD)),
            within(ASCII.writeValueAsString(ODD)).replaceAll("(\\\\u)(....)", "$1$2").toLowerCase(),
            within(json).replace("/", "\\/").replace("<", "\\u003c").replace("&", "\\u0026"),
            within(new JsonMapper().writeValueAsString(within(json))),
            form,
            form.replace("+", "%20"),
            form.replace("%2B", "%2b").replace("%C3%BC", "%c3%bc"),
            ODD.replace("%", "%25").replace(" ", "%20").replace("ü", "%C3%BC"),
            URLEncoder.encode(json, UTF_8).replaceAll("^%22|%22$", ""),
            ODD.replace("'", "'\\''"),
            ODD.replace("'", "'\"'\"'"),
            ODD.replaceAll("([^\\w-])", "\\\\$1"),
            html,
            html.replace("'", "&#39;").replace("ü", "&#xfc;"),
            new String(ODD.getBytes(UTF_8), ISO_8859_1));
    for (String each : forms) {
      assertThat(secrets.hide("x" + each + "y")).as(each).isEqualTo("x${ODD}y");
    }
    assertThat(secrets.hide("50 % of a+b & c\\d 'it'\\''s' stay"))
        .isEqualTo("50 % of a+b & c\\d 'it'\\''s' stay");
  }

  private static String within(String quoted) {
    return quoted.substring(1, quoted.length() - 1);
  }

  /** Tokens come at run time; thousands of users have one each. */
  @Test
  void takenValueIsHiddenFromThenOn() {
    Secrets secrets = Secrets.of("", Map.of());
    String text = "Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.4711.sig";
    assertThat(secrets.hide(text)).isEqualTo(text);
    for (int i = 0; i < 10_000; i++) {
      secrets.add("token", "eyJhbGciOiJIUzI1NiJ9.%d.sig".formatted(i));
    }
    assertThat(secrets.hide(text)).isEqualTo("Authorization: Bearer {token}");
  }

  @Test
  void fileThatWasWrittenBeforeIsHidden(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("log"), "ü issued t0ken-1\nuse t0ken-1");
    Secrets secrets = Secrets.of("", Map.of());
    secrets.rewrite(file);
    assertThat(file).hasContent("ü issued t0ken-1\nuse t0ken-1");
    secrets.add("token", "t0ken-1");
    secrets.rewrite(file);
    assertThat(file).hasContent("ü issued {token}\nuse {token}");
    assertThat(folder).isDirectoryNotContaining(other -> !other.equals(file));
  }

  /** A JVM prints the variable, and reports its parts. */
  @Test
  void flagsFromOutsideOfTheCommandAreHidden() {
    String typed = "command=java -Xmx1g -Dmode=fast -Dkey=${TOKEN} -jar a.jar";
    Secrets secrets =
        Secrets.of(
            typed,
            Map.of("TOKEN", "s3cr$t\\1", "JAVA_TOOL_OPTIONS", "-Ddb.password=planted-1 -Xss1m"));
    assertThat(secrets.values()).containsOnlyKeys("TOKEN");
    assertThat(secrets.hide("Picked up JAVA_TOOL_OPTIONS: -Ddb.password=planted-1 -Xss1m"))
        .isEqualTo("Picked up JAVA_TOOL_OPTIONS: ${JAVA_TOOL_OPTIONS}");
    assertThat(
            List.of(
                secrets.hideFlag("-Xss1m", typed),
                secrets.hideFlag("-Dmode=fast", typed),
                secrets.hideFlag("-Dkey=s3cr$t\\1", typed),
                secrets.hideFlag("-Ddb.password=planted-1", typed),
                secrets.hideFlag("-javaagent:/a.jar=license=planted-2", typed),
                secrets.hideFlag("-Dflag", typed)))
        .containsExactly(
            "-Xss1m",
            "-Dmode=fast",
            "-Dkey=${TOKEN}",
            "-Ddb.password=***",
            "-javaagent:/a.jar=***",
            "-Dflag");
  }

  /** The names of enumerations are read back. */
  @Test
  void textsOfARecordAreHidden() {
    Secrets secrets = new Secrets(Map.of("A", "INVALID", "B", "planted \"1\""));
    Judgement verdict =
        new Judgement(
            Status.INVALID, List.of("it is INVALID: planted \"1\""), List.of(), List.of());
    assertThat(JsonFiles.copy(verdict, Judgement.class, secrets::hide))
        .isEqualTo(
            new Judgement(Status.INVALID, List.of("it is ${A}: ${B}"), List.of(), List.of()));
  }

  /** Output arrives in parts of any size; a part may end within a secret, or within two of them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "xabcdefabcdefghabcdefzzyzzyzzyzzyschlüsselschlüssel\nabcd",
        "a%20b%2Fc%3Düx a%20b%2Fc%3D%C3%BCx%2 a\\u0020b\\/c=\\u00fcx\\u00 a+b%2fc%3d%c3%bcx",
        "it'\\''s-odd it'\"'\"'s-odd it's-od",
        "line one\nline two\nline three\nline one\nline t"
      })
  void streamIsHiddenWhereverAPartEnds(String text) throws IOException {
    Secrets secrets =
        new Secrets(
            Map.of(
                "A", "abcdef",
                "LONGER", "abcdefgh",
                "B", "zzyzzyzz",
                "UMLAUT", "schlüssel",
                "ODD", "a b/c=üx",
                "QUOTED", "it's-odd",
                "LINES", "line one\nline two\nline three"));
    String hidden = secrets.hide(text);
    assertThat(hidden).isNotEqualTo(text);
    byte[] bytes = text.getBytes(UTF_8);
    for (int size = 1; size <= bytes.length; size++) {
      ByteArrayOutputStream written = new ByteArrayOutputStream();
      try (OutputStream stream = secrets.filter(written)) {
        for (int from = 0; from < bytes.length; from += size) {
          stream.write(bytes, from, Math.min(size, bytes.length - from));
        }
      }
      assertThat(written.toString(UTF_8)).as("parts of %d bytes", size).isEqualTo(hidden);
    }
  }
}
