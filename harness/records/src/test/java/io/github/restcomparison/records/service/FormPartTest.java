package io.github.restcomparison.records.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.restcomparison.records.settings.SettingException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The syntax is that of curl 7.88: what it would read in another way is refused. */
class FormPartTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a=b=c | VALUE b=c - -",
        "a= x y  | VALUE x y - -",
        "a= | VALUE  - -",
        "a=\"q;\\\" \\\\ z \" ;type=text/html | VALUE q;\" \\ z  text/html -",
        "a=\"b | VALUE \"b - -",
        "a={\"x\":1} | VALUE {\"x\":1} - -",
        "a=x;type=text/html ;charset=utf-8;filename=b.txt | VALUE x text/html ;charset=utf-8 b.txt",
        "a=x; filename=\"b;c.png\" | VALUE x image/png b;c.png",
        "a=@/x/p.PNG | FILE /x/p.PNG image/png p.PNG",
        "a=@\"/x/a,b\";type=a/b | FILE /x/a,b a/b a,b",
        "a=@/x/b | FILE /x/b application/octet-stream b",
        "a=@/x/b;filename=c.txt | FILE /x/b text/plain c.txt",
        "a=</x/b.json | CONTENT /x/b.json - -",
        "a=</x/b.txt | CONTENT /x/b.txt - -",
        "a=</x/b.xml | CONTENT /x/b.xml application/xml -",
        "a=</x/b.json;type=application/json | CONTENT /x/b.json application/json -",
      })
  void partIsReadAsCurlReadsIt(String text, String read) {
    FormPart part = FormPart.of(text);
    assertThat(
            "%s %s %s %s"
                .formatted(
                    part.source(),
                    part.value(),
                    part.type().orElse("-"),
                    part.fileName().orElse("-")))
        .isEqualTo(read);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a | must be NAME=VALUE",
        "=a | must be NAME=VALUE",
        "ü=a | the name of a field must be printable ASCII",
        "a=b;c | ;c is not supported; write \"…\" around a value that has ; in it",
        "a=b;headers=x | ;headers=x is not supported",
        "a=b;type=a/b;encoder=base64 | ;encoder=base64 is not supported",
        "a=<b;filename=c | ;filename=c is not supported",
        "a=b;type=c | ;type= must be such as image/png",
        "a=b;type=c/ü | ;type= must be such as image/png",
        "a=b;filename=c | ;filename= requires ;type=",
        "a=\"b\"c | has text after a closing quote",
        "a=@b,c | must name one file",
        "a=@- | standard input is not supported",
        "a=<- | standard input is not supported",
        "a=(b | parts within parts are not supported",
      })
  void formThatCurlReadsDifferentlyIsRefused(String text, String says) {
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> FormPart.of(text))
        .withMessageStartingWith(says);
  }

  @Test
  void textIsSentUnchanged() {
    String text = "@a;type=b/c, \"d\\\" ";
    FormPart part = FormPart.of(FormPart.ofText("--form-string", "n=" + text));
    assertThat(part.value()).isEqualTo(text);
    assertThat(part.type()).isEmpty();
  }

  @Test
  void fileIsFoundFromAFolder(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("a,;\"b.txt"), "x");
    FormPart part =
        FormPart.of(FormPart.resolve("-F", folder, "n=@\"a,;\\\"b.txt\";type=a/b;c=\"d\""));
    assertThat(part.file()).contains(file);
    assertThat(part.fileName()).contains("a,;\"b.txt");
    assertThat(part.type()).contains("a/b;c=\"d\"");
  }

  /** A report of an experiment reads its workload, and its files may be gone. */
  @Test
  void partCanBeReadWithoutItsFile() {
    assertThat(FormPart.of("photo=@/gone/photo.png;type=image/png").file())
        .contains(Path.of("/gone/photo.png"));
  }

  @Test
  void partThatIsGivenMustHaveItsFile() {
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> FormPart.resolve("-F", Path.of("/gone"), "photo=@photo.png"))
        .withMessage("-F: no such file: /gone/photo.png");
  }
}
