package io.github.restcomparison.compare.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.github.restcomparison.compare.cli.Typed;
import io.github.restcomparison.records.service.FormPart;
import io.github.restcomparison.records.service.Workload.Content;
import io.github.restcomparison.records.service.Workload.RequestSpec;
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

/** The options of a request, which are those of curl. */
class RequestOptionsTest {
  @TempDir private Path folder;

  /** As curl does; what is stated is not changed. */
  @Test
  void bodyWithoutATypeIsAForm() throws Exception {
    assertThat(headers("-d", "a=b")).containsExactly("application/x-www-form-urlencoded");
    assertThat(headers("-d", "{}", "-H", "content-type:text/json")).containsExactly("text/json");
    assertThat(headers()).isEmpty();
  }

  private static List<String> headers(String... options) throws Exception {
    List<String> all = new ArrayList<>(List.of("--service=one={port}", "--get=/"));
    all.addAll(List.of(options));
    return request(all.toArray(String[]::new)).headers().values().stream()
        .flatMap(List::stream)
        .toList();
  }

  private static RequestSpec request(String... options) throws Exception {
    return Typed.run(options).settings().workload().requests().getFirst();
  }

  @Test
  void fileThatIsNoTextIsSentByteForByte() throws Exception {
    Path photo = Files.write(folder.resolve("photo.png"), new byte[] {(byte) 0xff, 0, 13, 10});
    RequestSpec request = request("--service=one={port}", "--get=/", "--data-binary", "@" + photo);
    assertThat(request.content()).contains(new Content.Bytes(photo.toString()));
    assertThat(request.method()).isEqualTo("POST");
  }

  /** As curl joins them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "-d a -d @FILE --data-urlencode n=ü&*~ -d b | a&{\"a\":1}&n=%C3%BC%26%2A~&b",
        "--data-raw @FILE | -",
        "--data-binary @FILE | {\\r\\n\"a\":1}\\n",
        "--data-urlencode @FILE | %7B%0D%0A%22a%22%3A1%7D%0A",
        "--data-urlencode n@FILE | n=%7B%0D%0A%22a%22%3A1%7D%0A",
        "--data-urlencode =a=b | a%3Db",
        "--data-urlencode a+{id}${HOME} | a%2B%7Bid%7D${HOME}",
      })
  void bodyIsThatOfCurl(String options, String body) throws Exception {
    Path file = Files.writeString(folder.resolve("a.json"), "{\r\n\"a\":1}\n");
    List<String> all = new ArrayList<>(List.of("--service=one={port}", "--get=/"));
    for (String each : options.split(" ")) {
      all.add(each.startsWith("--data-raw") ? each : each.replace("@FILE", "@" + file));
    }
    String sent = options.startsWith("--data-raw") ? "@" + file : body;
    assertThat(request(all.toArray(String[]::new)).content())
        .contains(new Content.Text(sent.replace("\\r", "\r").replace("\\n", "\n")));
  }

  @Test
  void headerWithoutAValueIsThatOfCurl() throws Exception {
    assertThat(
            request("--service=one={port}", "--get=/", "-H", "A:", "-H", "B;", "-H", "C: d;")
                .headers())
        .isEqualTo(Map.of("B", List.of(""), "C", List.of("d;")));
    assertThat(headers("-d", "a", "-H", "Content-Type:")).isEmpty();
  }

  /** GraphQL selects a field as a feeder's value is named. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{path: /, body: '{\"query\":\"{user(id:{id}){id}}\"}'} | refused",
        "{path: /, body: '{\"query\":\"query Q {\\n user {id}\\n}\"}'} | refused",
        "{path: /, body: '{\"query\":\"query{id}\"}'} | refused",
        "{path: /, body: 'mutation {add(id:{=id}) {id}}'} | refused",
        "{path: /, body: '{ me {id} }'} | refused",
        "{path: '/g?query={me{id}}'} | refused",
        "{path: /, query: {query: '{me{id}}'}} | refused",
        "{path: /, body: '{\"query\":\"{user(id:{id}){{id}}}\"}'} | taken",
        "{path: /, body: '{\"query\":\"{user(id:{id}){=id}}\"}'} | taken",
        "{path: /, body: '{\"query\":\"{id}\"}'} | taken",
        "{path: /, body: '{\"query\":\"user {id}\"}'} | taken",
        "{path: /, body: '{\"query\":\"{me{name}}\"}'} | taken",
        "{path: /, body: '{id}{id} {id}'} | taken",
        "{path: /, body: '{id}={id}&user{id}=x'} | taken",
        "{path: /, body: '{\"a\": {\"b\": \"user {id}\"}, \"c\": {id}}'} | taken",
        "{path: '/user{id}/{id}?q={id}&r=a{id}'} | taken",
      })
  void selectionOfGraphQlIsNotFilledIn(String request, String what) throws Exception {
    Files.writeString(folder.resolve("ids.csv"), "id\n1\n");
    Path file =
        Files.writeString(
            folder.resolve("compare.yaml"),
            "services: {one: {command: 'x {port}'}}\nfeeders: [{file: ids.csv}]\nrequests:\n - %s\n"
                .formatted(request.replace("{path", "{method: POST, path").replace("\\n", "\\n")));
    if (what.equals("taken")) {
      assertThatCode(() -> Typed.run("--file=" + file)).doesNotThrowAnyException();
    } else {
      assertThatThrownBy(() -> Typed.run("--file=" + file))
          .hasMessageContaining(
              ":4: requests[1]: {id} may be a selection of GraphQL or a value: write {{id}} for the text {id}, or {=id} for the value");
    }
  }

  @Test
  void formHasValuesAndFiles() throws Exception {
    Path photo = Files.write(folder.resolve("photo=1.png"), new byte[] {(byte) 0xff, 0});
    RequestSpec request =
        request(
            "--service=one={port}",
            "--get=/",
            "-F",
            "title=\"a=b;c\"",
            "-F",
            "photo=@" + photo + ";type=image/png;filename=p.png",
            "-F",
            "raw=@" + photo);
    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.headers()).isEmpty();
    assertThat(((Content.Form) request.content().orElseThrow()).form())
        .extracting(
            FormPart::name, FormPart::file, FormPart::value, FormPart::type, FormPart::fileName)
        .containsExactly(
            tuple("title", Optional.empty(), "a=b;c", Optional.empty(), Optional.empty()),
            tuple(
                "photo",
                Optional.of(photo),
                photo.toString(),
                Optional.of("image/png"),
                Optional.of("p.png")),
            tuple(
                "raw",
                Optional.of(photo),
                photo.toString(),
                Optional.of("image/png"),
                Optional.of("photo=1.png")));
  }

  /** The library of the options took the file for one with options. */
  @Test
  void bodyIsThatOfAFile() throws Exception {
    Path body = Files.writeString(folder.resolve("order.json"), "{\"id\": 42, \"what\": 'x y'}");
    assertThat(request("--service=one={port}", "--get=/", "-d", "@" + body).content())
        .contains(new Content.Text(Files.readString(body)));
  }
}
