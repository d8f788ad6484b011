package io.github.restcomparison.compare.options;

import io.github.restcomparison.records.study.Studies;
import io.github.restcomparison.records.study.Study;
import java.util.Iterator;

/** The names of the studies, for help texts and the shell's completion. */
public final class StudyNames implements Iterable<String> {
  @Override
  public Iterator<String> iterator() {
    return Studies.all().stream().map(Study::name).iterator();
  }
}
