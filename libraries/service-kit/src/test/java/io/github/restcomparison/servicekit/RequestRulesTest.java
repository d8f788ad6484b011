package io.github.restcomparison.servicekit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Expectations are those of RFC 9112 (3.2, 6) and RFC 3986 (3.2.2), read by hand. */
class RequestRulesTest {
  private static final List<String> HOST = List.of("a");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "A.b-c_d~e",
        "127.0.0.1:8081",
        "a:",
        "[::1]",
        "[::1]:80",
        "[fe80::1.2]",
        "a%41",
        "a,b"
      })
  void hostsThatAreHosts(String host) {
    assertThat(refusal(Map.of("Host", List.of(host)))).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a b",
        "a/b",
        "http://a",
        "u@a",
        "a:b",
        "a:1:2",
        "[::1",
        "::1",
        "a?b",
        "a#b",
        "a%4",
        "é",
        "[é]",
        "[::1]a",
        ":80",
        "%4x"
      })
  void hostsThatAreNone(String host) {
    assertThat(refusal(Map.of("Host", List.of(host)))).isEqualTo(400);
  }

  @Test
  void oneHostAndNoneInHttp10() {
    assertThat(refusal(Map.of())).isEqualTo(400);
    assertThat(refusal(Map.of("Host", List.of("a", "a")))).isEqualTo(400);
    assertThat(RequestRules.refusal(false, name -> List.of(), 10)).isZero();
  }

  @Test
  void contentIsAsLongAsItMayBe() {
    assertThat(refusal(Map.of("Host", HOST, "Content-Length", List.of("10")))).isZero();
    assertThat(refusal(Map.of("Host", HOST, "Content-Length", List.of("11")))).isEqualTo(413);
    assertThat(refusal(Map.of("Host", HOST, "Content-Length", List.of("9".repeat(30)))))
        .isEqualTo(413);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "+1", "1 1", "1,1", "0x1", "1e1", "1.0", "one", "١"})
  void lengthsThatAreNone(String length) {
    assertThat(refusal(Map.of("Host", HOST, "Content-Length", List.of(length)))).isEqualTo(400);
  }

  @Test
  void thereIsOneIdeaOfWhereARequestEnds() {
    List<String> chunked = List.of("chunked");
    assertThat(refusal(Map.of("Host", HOST, "Transfer-Encoding", chunked))).isZero();
    assertThat(refusal(Map.of("Host", HOST, "Transfer-Encoding", List.of("CHUNKED")))).isZero();
    assertThat(refusal(Map.of("Host", HOST, "Transfer-Encoding", List.of("gzip")))).isEqualTo(501);
    assertThat(refusal(Map.of("Host", HOST, "Transfer-Encoding", List.of("gzip, chunked"))))
        .isEqualTo(501);
    assertThat(
            refusal(
                Map.of("Host", HOST, "Transfer-Encoding", chunked, "Content-Length", List.of("5"))))
        .isEqualTo(400);
    assertThat(refusal(Map.of("Host", HOST, "Content-Length", List.of("5", "5")))).isEqualTo(400);
    assertThat(
            RequestRules.refusal(
                false, name -> name.equals("Transfer-Encoding") ? chunked : List.of(), 10))
        .isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/a?b=c", "http://a/b", "*", "/a%20b"})
  void targetsThatAreTargets(String target) {
    assertThat(RequestRules.isTarget(target)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "a:80",
        "/a#b",
        "/a\\b",
        "/a\u0001",
        "/a\u007f",
        "/é",
        "**",
        "/%",
        "/%4",
        "/%4g",
        "/<",
        "/\"",
        "/|"
      })
  void targetsThatAreNone(String target) {
    assertThat(RequestRules.isTarget(target)).isFalse();
  }

  private static int refusal(Map<String, List<String>> fields) {
    return RequestRules.refusal(true, name -> fields.getOrDefault(name, List.of()), 10);
  }
}
