package io.github.restcomparison.analysis.page;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.plan.StartCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import tools.jackson.databind.node.ObjectNode;

/** Experiments whose first screens differ: each writes its records. */
enum Scene {
  THREE_SERVICES {
    @Override
    void write(Records records) throws IOException {
      for (int round = 1; round <= 10; round++) {
        double step = (round - 5) * 0.001;
        records.writeWithSamples(Records.record(Service.VERTX_REST, round, 1 + step, 1 - step));
        records.writeWithSamples(
            Records.record(Service.JERSEY_ASYNC, round, 1 - 2 * step, 1 + 2 * step));
        records.writeWithSamples(Records.record(Service.JERSEY_SYNC, round, 1, 1 + step));
      }
      StartCommand.write(
          records.comparison(), List.of("run", "--for", "10m", "--expect", "body=it's"));
    }
  },

  /** Services of the user that run elsewhere: neither their CPU nor their wait is known. */
  TWO_URLS {
    @Override
    void write(Records records) throws IOException {
      for (int round = 1; round <= 3; round++) {
        for (Service service : List.of(Service.VERTX_REST, Service.JERSEY_ASYNC)) {
          records.writeWithSamples(
              Records.edited(
                  Records.ofUser(Records.record(service, round, noise(round), 1)),
                  json -> {
                    json.remove(List.of("server", "service"));
                    ((ObjectNode) json.get("workload")).remove("simulation");
                    settings(json).put("wait", "stated").put("delay", "0ms");
                    ((ObjectNode) json.get("host")).remove("othersShare");
                  }));
        }
      }
    }
  },

  TWELVE_VARIANTS {
    @Override
    void write(Records records) throws IOException {
      for (int round = 1; round <= 5; round++) {
        for (int variant = 0; variant < 12; variant++) {
          Service service = Service.values()[variant % 3];
          double share = (1 - variant * 0.03) * noise(round);
          RunRecord record = Records.record(service, round, share, 2 - share);
          String name =
              variant == 7
                  ? "a-server-with-a-name-of-48-characters-in-all-here"
                  : "variant-" + variant;
          records.writeWithSamples(Records.named(record, name, "x/index.html"));
        }
      }
    }
  },

  /** 1,000 requests/s arrive, whatever the services do. */
  OPEN_MODEL {
    @Override
    void write(Records records) throws IOException {
      for (int round = 1; round <= 3; round++) {
        for (Service service : Service.values()) {
          records.write(
              Records.edited(Records.record(service, round, 1, noise(round)), Records::open));
        }
      }
    }
  },

  PREVIEW {
    @Override
    void write(Records records) throws IOException {
      for (Service service : Service.values()) {
        records.writeWithSamples(Records.record(service, 1, 1, 1));
      }
    }
  },

  /** The hypervisor gave CPU time to others in each run of one service. */
  INVALID {
    @Override
    void write(Records records) throws IOException {
      String reason =
          "the hypervisor gave 9.3 % of the CPU time in the window to others (limit 5 %)";
      for (int round = 1; round <= 3; round++) {
        records.writeWithSamples(Records.record(Service.VERTX_REST, round, noise(round), 1));
        records.writeWithSamples(Records.record(Service.JERSEY_SYNC, round, noise(round), 1));
        records.write(
            Records.withStatus(
                Records.edited(
                    Records.record(Service.JERSEY_ASYNC, round, 1, 1),
                    json -> {
                      ((ObjectNode) json.get("host")).put("stealShare", 0.093);
                      ((ObjectNode) json.get("load")).put("steady", false);
                      ((ObjectNode) json.get("generator")).put("longestPauseMs", 128);
                    }),
                Status.INVALID,
                reason));
      }
    }
  },

  /** Rounds so far apart that three of them decide nothing; responses differ. */
  UNDECIDED {
    @Override
    void write(Records records) throws IOException {
      records.planned(10, OptionalLong.of(600_000));
      for (int round = 1; round <= 3; round++) {
        double apart = 1 + (round - 2) * 0.2;
        records.writeWithSamples(
            compressed(Records.record(Service.VERTX_REST, round, 2 - apart, apart), "none"));
        records.writeWithSamples(
            compressed(Records.record(Service.JERSEY_ASYNC, round, apart, 1), "gzip"));
        records.writeWithSamples(
            compressed(Records.record(Service.JERSEY_SYNC, round, 1, 1), "none"));
      }
    }
  },

  GENERATOR_BOUND {
    @Override
    void write(Records records) throws IOException {
      for (int round = 1; round <= 3; round++) {
        records.writeWithSamples(
            Records.edited(
                Records.heldBack(Records.record(Service.VERTX_REST, round, noise(round), 1)),
                json -> ((ObjectNode) json.get("generator")).put("headroom", 0.01)));
        records.writeWithSamples(Records.record(Service.JERSEY_SYNC, round, noise(round), 1));
      }
    }
  };

  /** Writes the records of the experiment. */
  abstract void write(Records records) throws IOException;

  /** Writes the records of the experiment into a folder. */
  void write(Path folder) throws IOException {
    write(new Records(folder));
  }

  private static double noise(int round) {
    return 1 + (round * 7 % 5 - 2) * 0.004;
  }

  private static ObjectNode settings(ObjectNode json) {
    return (ObjectNode) json.get("settings");
  }

  private static RunRecord compressed(RunRecord record, String compression) {
    return Records.edited(
        record,
        json -> json.withObject("responses").withObject("compression").put(compression, 100_000L));
  }
}
