package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.UserService;
import java.util.ArrayList;
import java.util.List;

/** What could not be seen of a service of the user's, so that less is said of it. */
final class Unseen {
  private Unseen() {}

  /** A clause each; none of a service of this project's. */
  static List<String> of(RecordedRun run) {
    RunRecord record = run.record();
    return record
        .setup()
        .user()
        .filter(user -> record.load().isPresent())
        .map(user -> of(user, record))
        .orElse(List.of());
  }

  private static List<String> of(UserService user, RunRecord record) {
    List<String> unseen = new ArrayList<>();
    ServiceSpec service = user.service();
    if (!service.from().isLaunched()) {
      unseen.add("one launch: differences between launches are not in these intervals");
    }
    if (record.server().isEmpty()) {
      String why =
          service.from() instanceof Origin.Address ? "not started here" : "no process of it found";
      unseen.add(why + ": its CPU, memory and threads were not seen");
    } else if (record.server().get().memory().threadsPeak().isEmpty()) {
      unseen.add("not started here: its CPU is what it says itself; its memory was not seen");
    } else if (record.server().get().memory().allocatedPerRequest().isEmpty()) {
      unseen.add("no JVM that lets us look: allocation, collections and compilation were not seen");
    }
    if (service.requestCount().isEmpty()) {
      unseen.add(
          "its own count of requests was not compared with the load's (requestCount in compare.yaml)");
    }
    if (record.settings().isWaitUnknown() && record.settings().open().isEmpty()) {
      unseen.add("no ceiling: wait unknown (set --delay)");
    }
    return unseen;
  }
}
