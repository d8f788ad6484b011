package io.github.restcomparison.compare.cli;

import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.plan.PlanAnswer;
import io.github.restcomparison.compare.options.PlanOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code compare plan}: from what was measured to what another load would take. */
@Command(name = "plan", mixinStandardHelpOptions = true)
final class PlanCommand extends ResultsCommand {
  @Parameters(paramLabel = "RESULTS", arity = "1..*")
  private List<Path> folders;

  @Option(names = "--json")
  private boolean json;

  @Option(names = "--out", paramLabel = "DIR")
  private Path out;

  @Override
  public Integer call() throws Exception {
    for (Path folder : folders) {
      requireFolder("RESULTS", folder);
    }
    Path path =
        (out == null ? folders.getFirst().resolve("plan") : out).toAbsolutePath().normalize();
    PlanAnswer answer = PlanAnswer.of(PlanOptions.request(spec), folders);
    Page page = answer.write(path);
    if (json) {
      print(Files.readString(path.resolve("plan.json")));
      return 0;
    }
    return page(path, page);
  }
}
