package io.github.restcomparison.runner.service;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputLogErrorsTest {
  @Test
  void nodeNamesTheModuleNotItsVersion() {
    assertThat(
            OutputLog.errors(
                """
                node:internal/modules/cjs/loader:1148
                  throw err;
                  ^

                Error: Cannot find module '/app/nosuch.js'
                    at Module._resolveFilename (node:internal/modules/cjs/loader:1145:15)
                    at node:internal/main/run_main_module:28:49 {
                  code: 'MODULE_NOT_FOUND',
                  requireStack: []
                }

                Node.js v20.20.2
                """))
        .containsExactly("Error: Cannot find module '/app/nosuch.js'");
  }

  @Test
  void missingScriptOfNpmIsFound() {
    for (String prefix : new String[] {"npm ERR!", "npm error"}) {
      assertThat(
              OutputLog.errors(
                  """
                  P Missing script: "start"
                  P
                  P To see a list of scripts, run:
                  P   npm run
                  P A complete log of this run can be found in: /root/.npm/_logs/1-debug-0.log
                  """
                      .replace("P", prefix)))
          .first()
          .isEqualTo(prefix + " Missing script: \"start\"");
    }
  }

  @Test
  void headlineAndFirstCauseOfAnExceptionOfJava() {
    assertThat(
            OutputLog.errors(
                """
                12:00:00.000 INFO  org.example.ErrorHandler - Error handler is installed
                Exception in thread "main" java.lang.RuntimeException: cannot start
                \tat App.main(App.java:5)
                Caused by: java.io.IOException: one
                \t... 1 more
                Caused by: java.io.IOException: two
                \t... 2 more
                Caused by: java.io.IOException: three
                Caused by: java.io.IOException: four
                Caused by: java.net.ConnectException: Connection refused
                \t... 9 common frames omitted
                """))
        .startsWith("Exception in thread \"main\" java.lang.RuntimeException: cannot start")
        .endsWith("Caused by: java.net.ConnectException: Connection refused")
        .hasSize(5);
  }

  @Test
  void springBootAndGradleSayItBelowAHeading() {
    assertThat(
            OutputLog.errors(
                """
                ***************************
                APPLICATION FAILED TO START
                ***************************

                Description:

                Web server failed to start. Port 8080 was already in use.

                Action:

                Identify and stop the process
                """))
        .containsExactly("Web server failed to start. Port 8080 was already in use.");
    assertThat(
            OutputLog.errors(
                """
                FAILURE: Build failed with an exception.

                * What went wrong:
                Task 'bootrun' is ambiguous in root project 'x'.

                * Try:
                > Run gradlew tasks to get a list of available tasks.
                """))
        .containsExactly("Task 'bootrun' is ambiguous in root project 'x'.");
  }

  @Test
  void errorOfMavenIsFoundWithoutAdvice() {
    assertThat(
            OutputLog.errors(
                """
                [INFO] Scanning for projects...
                [ERROR] The goal you specified requires a project to execute but there is no POM
                [ERROR]
                [ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.
                [ERROR] Re-run Maven using the -X switch to enable full debug logging.
                [ERROR]
                [ERROR] For more information about the errors and possible solutions, please read:
                [ERROR] [Help 1] http://cwiki.apache.org/confluence/display/MAVEN/Exception
                """))
        .containsExactly(
            "[ERROR] The goal you specified requires a project to execute but there is no POM");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "panic: listen tcp :8080: bind: address already in use",
        "./main.go:5:2: undefined: foo",
        "OSError: [Errno 98] Address already in use",
        "ModuleNotFoundError: No module named 'flask'",
        "nginx: [emerg] bind() to 0.0.0.0:80 failed (98: Address already in use)",
        "sh: 1: gunicorn: not found",
        "bash: line 1: uvicorn: command not found",
        "Error: Unable to access jarfile app.jar",
        "Error: Could not find or load main class App",
        "Unrecognized option: --port",
        "no main manifest attribute, in app.jar",
        "Invalid maximum heap size: -Xmx200x",
        "error[E0425]: cannot find value `x` in this scope",
        "app.rb:1:in `require': cannot load such file -- sinatra (LoadError)",
        "Unhandled exception. System.IO.FileNotFoundException: Could not find file 'x'",
        "PHP Fatal error:  Uncaught Error: Call to undefined function x()",
        "2026-01-01 12:00:00 FATAL: password authentication failed for user \"a\"",
        "{\"level\":\"fatal\",\"msg\":\"no configuration\"}",
        "time=12:00:00 level=error msg=\"no configuration\"",
        "/bin/sh: ./run.sh: Permission denied"
      })
  void lineWithTheCauseIsFound(String line) {
    assertThat(OutputLog.errors("starting\n%s\nbye\n".formatted(line))).containsExactly(line);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "12:00:00 INFO  o.s.b.ErrorMvcAutoConfiguration - 0 errors",
        "2026-01-01 [INFO] Error pages: /error",
        "Picked up JAVA_TOOL_OPTIONS: -XX:OnError=x -Dx=error:",
        "\tat java.base/java.lang.Error.throwIt(Error.java:1)",
        "listening on 8080"
      })
  void lineWithoutACauseIsNotFound(String line) {
    assertThat(OutputLog.errors(line)).isEmpty();
  }

  @Test
  void rustAndTheJvmSayItInTheNextLine() {
    assertThat(OutputLog.errors("thread 'main' panicked at src/main.rs:4:5:\nno config\nnote: x"))
        .containsExactly("no config");
    assertThat(OutputLog.errors("Error occurred during initialization of VM\nToo small heap"))
        .containsExactly("Too small heap");
  }

  /** A log must not move the cursor of a terminal. */
  @Test
  void escapesOfTerminalsAreRemoved() {
    assertThat(OutputLog.errors("\u001B[31mError:\u001B[0m no \u001B]x\u0007config\u0000"))
        .singleElement()
        .satisfies(line -> assertThat(line).matches("\\P{Cntrl}+").contains("Error: no"));
  }

  @Test
  void endingHasTenLines() {
    assertThat(OutputLog.ending("1\n2\n\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n"))
        .hasSize(10)
        .startsWith("3")
        .endsWith("12");
  }
}
