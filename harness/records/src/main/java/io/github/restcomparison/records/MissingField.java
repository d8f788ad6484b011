package io.github.restcomparison.records;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Looks for what a file should have had and has not. JSON that can be parsed may still lack a
 * field, which would be found out much later, as a null, and by somebody who cannot say where it
 * came from. What may be absent is an {@link Optional} in the records.
 */
final class MissingField {
  private MissingField() {}

  /** The first field that is missing in a record, as a path such as {@code gates[0].name}. */
  static Optional<String> of(Record record) {
    return in(record, "").map(path -> path.substring(1));
  }

  private static Optional<String> in(Object value, String path) {
    return switch (value) {
      case null -> Optional.of(path);
      case Record record -> inRecord(record, path);
      case Optional<?> optional -> optional.flatMap(content -> in(content, path));
      case List<?> list -> inList(list, path);
      case Map<?, ?> map -> inMap(map, path);
      default -> Optional.empty();
    };
  }

  private static Optional<String> inRecord(Record record, String path) {
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      Optional<String> missing = in(value(record, component), path + "." + component.getName());
      if (missing.isPresent()) {
        return missing;
      }
    }
    return Optional.empty();
  }

  private static Object value(Record record, RecordComponent component) {
    try {
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e); // the records are public, and their accessors do nothing
    }
  }

  private static Optional<String> inList(List<?> list, String path) {
    for (int i = 0; i < list.size(); i++) {
      Optional<String> missing = in(list.get(i), path + "[" + i + "]");
      if (missing.isPresent()) {
        return missing;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> inMap(Map<?, ?> map, String path) {
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      Optional<String> missing = in(entry.getValue(), path + "." + entry.getKey());
      if (missing.isPresent()) {
        return missing;
      }
    }
    return Optional.empty();
  }
}
