package io.github.restcomparison.records.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.service.Template.Place;
import io.github.restcomparison.records.service.Workload.Content;
import io.github.restcomparison.records.service.Workload.RequestSpec;
import io.github.restcomparison.records.service.Workload.Target;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateTest {
  private static final Map<String, String> VALUES =
      Map.of("id", "7", "q", "AT&T C# a+b 50% ü/\"\r\n", "n", "{id} ${KEY} $1");
  private static final Secrets SECRETS = new Secrets(Map.of("KEY", "a+b/{id}=="));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "TARGET | /a/{q}?x={id} | /a/AT%26T%20C%23%20a%2Bb%2050%25%20%C3%BC%2F%22%0D%0A?x=7",
        "TARGET | /a/{=q} | /a/AT&T%20C%23%20a+b%2050%%20%C3%BC/\"%0D%0A",
        "TARGET | /a\"{x}{{id}}?k=${KEY}&${NO} | /a\"{x}{id}?k=a%2Bb%2F%7Bid%7D%3D%3D&${NO}",
        "PARAMETER | a b+{id}&{{id}}${KEY} | a%20b%2B7%26%7Bid%7Da%2Bb%2F%7Bid%7D%3D%3D",
        "PARAMETER | {=id}{=q}*~ | 7AT&T%20C%23%20a+b%2050%%20%C3%BC/\"%0D%0A%2A~",
        "FORM | a={q}&b=c d | a=AT%26T+C%23+a%2Bb+50%25+%C3%BC%2F%22%0D%0A&b=c d",
        "FORM | a={=n}&k=${KEY} | a={id} ${KEY} $1&k=a%2Bb%2F%7Bid%7D%3D%3D",
        "BODY | {\"a\": {id}, \"b\": {{id}}, \"c\": {{x}}, \"d\": {x}} | {\"a\": 7, \"b\": {id}, \"c\": {{x}}, \"d\": {x}}",
        "BODY | {me(id:{id}){{id}}} | {me(id:7){id}}",
        "BODY | {{{id}}} {=id} {{=id}} {{=x}} | {{id}} 7 {=id} {{=x}}",
        "BODY | {n} ${KEY} $${id} #{id} $1 | {id} ${KEY} $1 a+b/{id}== ${id} #7 $1",
        "HEADER | Bearer ${KEY} {n} {{x}} {{id}} | Bearer a+b/{id}== {id} ${KEY} $1 {x} {id}",
      })
  void valuesAreEncodedWhereTheyStand(Place place, String text, String filled) {
    Template template = Template.of(text, place, VALUES.keySet(), SECRETS);
    assertThat(template.filled(VALUES::get).replace("\r\n", "%0D%0A")).isEqualTo(filled);
  }

  @Test
  void placeOfAMissingValueStays() {
    Template template = Template.of("/{id}/{=q}", Place.TARGET, VALUES.keySet(), Secrets.NONE);
    assertThat(template.filled(name -> null)).isEqualTo("/{id}/{=q}");
    assertThat(template.isFixed()).isFalse();
    assertThat(Template.of("/{x}", Place.TARGET, Set.of(), Secrets.NONE).isFixed()).isTrue();
  }

  @Test
  void namesAreThoseOfPlaces() {
    assertThat(Template.names("{a} {=b} {{c}} ${d} $${e} {f g} {h.i-j_1}"))
        .containsExactly("a", "b", "h.i-j_1");
  }

  @Test
  void targetHasItsQueryEncoded() {
    RequestSpec request = post("/a?x=1", Map.of("ü ", "{q}&${KEY}"), Map.of(), "");
    assertThat(request.target().template(Set.of("q"), SECRETS).filled(name -> "?"))
        .isEqualTo("/a?x=1&%C3%BC%20=%3F%26a%2Bb%2F%7Bid%7D%3D%3D");
    assertThat(request.target().encoded()).isEqualTo("/a?x=1&%C3%BC%20={q}%26${KEY}");
    assertThat(request.names()).containsExactly("q");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "application/x-www-form-urlencoded | a={q} | FORM",
        "Application/X-WWW-Form-Urlencoded; charset=utf-8 | {id}={q} | FORM",
        "application/x-www-form-urlencoded | {\"a\": \"{q}\"} | BODY",
        "application/x-www-form-urlencoded | [{id}] | BODY",
        "application/x-www-form-urlencoded | <a>{q}</a> | BODY",
        "application/json | a={q} | BODY",
      })
  void bodyIsAFormByItsType(String type, String body, Place place) {
    RequestSpec request = post("/", Map.of(), Map.of("content-type", List.of(type)), body);
    assertThat(request.bodyPlace()).isEqualTo(place);
  }

  @Test
  void textOfAFormIsEncodedButForPlaces() {
    assertThat(Template.formEncoded("ü +&{id} ${KEY} {", true))
        .isEqualTo("%C3%BC+%2B%26{id}+${KEY}+%7B");
    assertThat(Template.formEncoded("{id}${KEY}", false)).isEqualTo("%7Bid%7D${KEY}");
  }

  private static RequestSpec post(
      String path, Map<String, String> query, Map<String, List<String>> headers, String body) {
    return new RequestSpec(
        "a",
        1,
        "POST",
        new Target(path, query),
        headers,
        Optional.of(new Content.Text(body)),
        Expectation.SUCCESS);
  }
}
