package io.github.restcomparison.analysis.plan;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.WaitingMemory;
import io.github.restcomparison.records.WaitingMemory.Held;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** Looks at the memory of a service whose heap of 512 MiB was touched at the start. */
final class Looks {
  static final long MIB = 1 << 20;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private Looks() {}

  /** A process that holds so many MiB of heap, and in all. */
  static Held held(int heapMib, int rssMib) {
    return new Held(heapMib * MIB, rssMib * MIB, 30, MIB);
  }

  /** All of so many requests waited, and were answered. */
  static RunRecord answered(Service service, int waiting, Held before, Held during) {
    return Records.edited(
        Records.withUsers(Records.record(service, 1, 1, 1), waiting),
        json -> json.set("waiting", JSON.valueToTree(new WaitingMemory(waiting, before, during))));
  }

  /** A service that so many were too much for. */
  static RunRecord failed(Service service, int users) {
    return Records.withUsers(
        Records.withStatus(Records.record(service, 1, 1, 1), Status.FAILED, "it ended"), users);
  }

  static RecordedRun recorded(RunRecord record) {
    return new RecordedRun("runs/01", record, Optional.empty());
  }
}
