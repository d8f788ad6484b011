package io.github.restcomparison.compare.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** An option of curl that this command line does not have, and its replacement. */
enum CurlOption {
  INSECURE("-k", "write --insecure"),
  COOKIE("-b --cookie", "write -H 'Cookie: NAME=VALUE'"),
  AGENT("-A --user-agent", "write -H 'User-Agent: TEXT'"),
  REFERER("-e --referer", "write -H 'Referer: URL'"),
  USER(
      "-u --user", "write -H 'Authorization: Basic BASE64', of USER:PASSWORD; --users is the load"),
  BEARER("--oauth2-bearer", "write -H 'Authorization: Bearer TOKEN'"),
  DATA_IN_QUERY("-G", "write the data into the path: --get 'PATH?NAME=VALUE'"),
  UPLOAD("-T --upload-file", "write -X PUT --data-binary @FILE"),
  HEAD("-I --head", "write -X HEAD"),
  METHOD("--request", "write -X METHOD"),
  REDIRECTS("-L --location", "redirects are not followed; write the path that they lead to"),
  TIME_OUT("-m --max-time", "write --timeout TIME, such as 5s"),
  CERTIFICATE("-E", "write --cert FILE"),
  URL("--url", "write --service NAME=http://HOST:PORT --get PATH"),
  JSON("--json", "takes no value here; write -H Content-Type:application/json -d DATA");

  private final List<String> names;
  private final String replacement;

  CurlOption(String names, String instead) {
    this.names = List.of(names.split(" "));
    this.replacement = instead;
  }

  /**
   * Returns a line for one that was typed; empty if none was.
   *
   * @param unknown the argument that the command line does not have; empty if a value is invalid
   * @param typed all arguments
   */
  static Optional<String> replacement(String unknown, List<String> typed) {
    if (unknown.isEmpty() && typed.stream().anyMatch(each -> each.startsWith("--json="))) {
      return Optional.of("--json: " + JSON.replacement);
    }
    int at = typed.indexOf(unknown);
    String before = at > 0 ? typed.get(at - 1) : "";
    return Arrays.stream(values())
        .flatMap(
            each ->
                each.names.stream()
                    .filter(name -> each == JSON ? before.equals(name) : matches(name, unknown))
                    .map(name -> name + ": " + each.replacement))
        .findFirst();
  }

  /** Returns whether an argument is the option, perhaps with a value: {@code -bA=B}. */
  private static boolean matches(String name, String argument) {
    return name.startsWith("--")
        ? argument.split("=", 2)[0].equals(name)
        : argument.equals(name) || argument.startsWith(name) && !argument.matches("-[a-z-]+");
  }
}
