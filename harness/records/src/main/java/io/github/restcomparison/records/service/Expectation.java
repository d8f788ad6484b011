package io.github.restcomparison.records.service;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.github.restcomparison.records.settings.SettingException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What an answer must be to count as right. Each part is checked of every answer under load.
 *
 * @param status absent for any from 200 to 299
 * @param headers that the answer has, by name, with these values
 * @param body the whole of it
 * @param contains a part of the body
 * @param json values within a body of JSON, as text, by JSON pointer (RFC 6901), such as {@code
 *     /items/0/id}
 * @param atLeast the least that the answer takes; a cache that answers sooner is found by it
 * @param atMost the most that the answer takes
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Expectation(
    OptionalInt status,
    @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, String> headers,
    Optional<String> body,
    Optional<String> contains,
    @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, String> json,
    Optional<Duration> atLeast,
    Optional<Duration> atMost) {

  /** Any status from 200 to 299. */
  public static final Expectation SUCCESS =
      new Expectation(
          OptionalInt.empty(),
          Map.of(),
          Optional.empty(),
          Optional.empty(),
          Map.of(),
          Optional.empty(),
          Optional.empty());

  private static final JsonMapper JSON = new JsonMapper();

  /**
   * Checks it.
   *
   * @throws SettingException where a part of it can be of no answer
   */
  public Expectation {
    if (status.orElse(200) < 100 || status.orElse(200) > 599) {
      throw new SettingException(
          "expect status is %d: it may be 100 to 599".formatted(status.getAsInt()));
    }
    json.keySet().stream()
        .filter(pointer -> !pointer.startsWith("/"))
        .findFirst()
        .ifPresent(
            pointer -> {
              throw new SettingException(
                  "expect json is '%s': it may be a JSON pointer, such as /items/0/id"
                      .formatted(pointer));
            });
  }

  /** The same with another text for each of its texts. */
  public Expectation filled(UnaryOperator<String> fill) {
    return new Expectation(
        status,
        filled(headers, fill),
        body.map(fill),
        contains.map(fill),
        filled(json, fill),
        atLeast,
        atMost);
  }

  private static Map<String, String> filled(Map<String, String> texts, UnaryOperator<String> fill) {
    Map<String, String> all = new LinkedHashMap<>();
    texts.forEach((name, text) -> all.put(name, fill.apply(text)));
    return all;
  }

  /** The same without the most that an answer may take: a service that has just started is slow. */
  public Expectation ofColdService() {
    return new Expectation(status, headers, body, contains, json, atLeast, Optional.empty());
  }

  /**
   * What an answer has wrong, a clause each; none where it is right.
   *
   * @param header looks one up by its name; empty where the answer has none
   */
  public List<String> violations(
      int answered, Function<String, Optional<String>> header, String text, Duration took) {
    List<String> wrong = new ArrayList<>();
    if (status.isPresent() ? answered != status.getAsInt() : answered < 200 || answered > 299) {
      wrong.add(
          "status is %d, expected %s"
              .formatted(answered, status.isPresent() ? status.getAsInt() : "200 to 299"));
    }
    headers.forEach(
        (name, value) -> {
          String found = header.apply(name).orElse("absent");
          if (!found.equals(value)) {
            wrong.add("header %s is '%s', expected '%s'".formatted(name, found, value));
          }
        });
    body.filter(whole -> !whole.equals(text))
        .ifPresent(whole -> wrong.add("body is '%s', expected '%s'".formatted(brief(text), whole)));
    contains
        .filter(part -> !text.contains(part))
        .ifPresent(
            part -> wrong.add("body '%s' does not contain '%s'".formatted(brief(text), part)));
    jsonViolation(text).ifPresent(wrong::add);
    atLeast
        .filter(least -> took.compareTo(least) < 0)
        .ifPresent(least -> wrong.add(took(took, "at least", least)));
    atMost
        .filter(most -> took.compareTo(most) > 0)
        .ifPresent(most -> wrong.add(took(took, "at most", most)));
    return wrong;
  }

  /** What a body of JSON has wrong; empty where it is right, or nothing is expected of it. */
  public Optional<String> jsonViolation(String text) {
    if (json.isEmpty()) {
      return Optional.empty();
    }
    try {
      JsonNode root = JSON.readTree(text);
      return json.entrySet().stream()
          .filter(
              each ->
                  !each.getValue()
                      .equals(root.at(JsonPointer.compile(each.getKey())).asString("absent")))
          .map(
              each ->
                  "json %s is '%s', expected '%s'"
                      .formatted(
                          each.getKey(),
                          brief(root.at(JsonPointer.compile(each.getKey())).asString("absent")),
                          each.getValue()))
          .findFirst();
    } catch (JacksonException e) {
      return Optional.of("body '%s' is no JSON".formatted(brief(text)));
    }
  }

  private static String took(Duration took, String bound, Duration limit) {
    return "it took %d ms, expected %s %d ms".formatted(took.toMillis(), bound, limit.toMillis());
  }

  private static String brief(String text) {
    String line = text.strip().replaceAll("\\s+", " ");
    return line.length() <= 80 ? line : line.substring(0, 80) + "…";
  }
}
