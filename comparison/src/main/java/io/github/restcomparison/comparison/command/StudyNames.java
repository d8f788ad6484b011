package io.github.restcomparison.comparison.command;

import io.github.restcomparison.comparison.record.Studies;
import io.github.restcomparison.comparison.record.Study;
import java.util.Iterator;

/** The names of the studies, for help texts and the shell's completion. */
final class StudyNames implements Iterable<String> {
  @Override
  public Iterator<String> iterator() {
    return Studies.all().stream().map(Study::name).iterator();
  }
}
