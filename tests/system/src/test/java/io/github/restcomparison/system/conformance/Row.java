package io.github.restcomparison.system.conformance;

/**
 * One input, what an RFC asks for, and what may come of it.
 *
 * @param id names it, alone of all rows
 * @param section of the RFC, {@code 9112 3.2}
 * @param requirement what is asked for there, in a sentence
 * @param request what is sent, in the short hand of {@link Template}
 * @param allowed what the RFC allows
 * @param strict what is asked of the core services: no more than is allowed, and less where
 *     leniency is what smuggling lives on
 */
record Row(
    String id,
    String section,
    String requirement,
    String request,
    Expectation allowed,
    Expectation strict) {
  private static final String SHUT = "{shut}";

  /** Reads a line of a table: its columns are separated by tabs, the last may be missing. */
  static Row of(String line) {
    String[] columns = line.split("\t");
    if (columns.length < 5 || columns.length > 6) {
      throw new IllegalArgumentException("a row has 5 or 6 columns: " + line);
    }
    Expectation allowed = Expectation.of(Template.expand(columns[4]));
    return new Row(
        columns[0],
        columns[1],
        columns[2],
        columns[3],
        allowed,
        columns.length == 6 ? Expectation.of(Template.expand(columns[5])) : allowed);
  }

  /** What is sent, a byte for each character. */
  String bytes() {
    return Template.expand(request.replace(SHUT, ""));
  }

  /** Whether the client says, after the request, that it will send nothing more. */
  boolean shut() {
    return request.endsWith(SHUT);
  }
}
