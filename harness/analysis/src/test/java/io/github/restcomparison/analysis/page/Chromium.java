package io.github.restcomparison.analysis.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Debian's Chromium, looking at a page. All tests share one, of which one test class has it at a
 * time. Tests that need it are skipped with a message if it is not installed; {@code .ci/run}
 * installs it.
 */
public final class Chromium implements AutoCloseable {
  private static final Path PROGRAM = Path.of("/usr/bin/chromium");

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** Held from {@link #start} to {@link #close}: Playwright is not safe for threads. */
  private static final ReentrantLock IN_USE = new ReentrantLock();

  private static Browser browser;

  /** Shared by most pages: each browser is a process and takes seconds to start. */
  private static BrowserContext context;

  private final List<String> complaints = new ArrayList<>();

  private Chromium() {}

  /** Takes the browser, once no other test has it. */
  public static Chromium start() {
    assumeThat(Files.exists(PROGRAM)).as("Chromium to look at the page with").isTrue();
    IN_USE.lock();
    try {
      if (context == null) {
        browser = launch();
        context = context(new Browser.NewContextOptions());
      }
      return new Chromium();
    } catch (RuntimeException | Error e) {
      // Otherwise the other test classes would wait for ever.
      IN_USE.unlock();
      throw e;
    }
  }

  /** It ends with this JVM, which is the parent of Playwright's own process. */
  private static Browser launch() {
    BrowserType.LaunchOptions options =
        new BrowserType.LaunchOptions()
            .setExecutablePath(PROGRAM)
            .setArgs(List.of("--no-sandbox", "--disable-gpu", "--disable-background-networking"));
    Playwright playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    try {
      return playwright.chromium().launch(options);
    } catch (RuntimeException e) {
      playwright.close();
      throw e;
    }
  }

  /** The page in a separate window, with all sections open and all charts drawn. */
  public Page open(Path file, int width) {
    return open(file, width, ColorScheme.LIGHT);
  }

  /** The same by day or by night. */
  Page open(Path file, int width, ColorScheme colours) {
    return open(file, "#all", width, colours, context);
  }

  /** The same as a reader sees it first. */
  Page asRead(Path file, int width) {
    return open(file, "", width, ColorScheme.LIGHT, context);
  }

  /** Whatever the page complains of is kept. */
  private Page open(Path file, String part, int width, ColorScheme colours, BrowserContext with) {
    complaints.clear();
    Page page = with.newPage();
    page.setViewportSize(width, 900);
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(colours));
    page.onConsoleMessage(message -> complaints.add(message.text()));
    page.onPageError(complaints::add);
    page.onRequest(request -> complaints.add("asked for " + request.url()));
    page.navigate(file.toUri() + part);
    assertThat(complaints).containsExactly("asked for " + file.toUri());
    return page;
  }

  /** Without animations, so that tests see the final state. */
  private static BrowserContext context(Browser.NewContextOptions options) {
    return browser.newContext(options.setReducedMotion(ReducedMotion.REDUCE));
  }

  /**
   * Returns the serious and critical violations that axe-core finds, with all sections open, and in
   * its colours of the night.
   */
  public List<String> violations(Path file, int width) {
    BrowserContext withScripts = context(new Browser.NewContextOptions().setBypassCSP(true));
    Page shown = open(file, "#all", width, ColorScheme.LIGHT, withScripts);
    shown.evaluate("() => document.querySelectorAll('details').forEach(d => { d.open = true; })");
    shown.evaluate(HtmlPage.webJar("org.webjars.npm", "axe-core", "axe.min.js"));
    List<String> found = new ArrayList<>(violations(shown, ""));
    shown.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
    found.addAll(violations(shown, "runOnly: ['color-contrast'], "));
    withScripts.close();
    return found;
  }

  private static List<String> violations(Page shown, String options) {
    // A chart is one image to those who do not see it: what it is made of is not looked at.
    Object found =
        shown.evaluate(
            """
            async () => JSON.stringify((await axe.run(
              { exclude: ['svg'] }, { %sresultTypes: ['violations'] })).violations)
            """
                .formatted(options));
    return JSON.readTree((String) found)
        .valueStream()
        .filter(each -> List.of("serious", "critical").contains(each.get("impact").asString()))
        .map(JsonNode::toString)
        .toList();
  }

  /** The texts of charts that are drawn partly outside of the chart. */
  public static List<?> cutOff(Page page) {
    return (List<?>)
        page.evaluate(
            """
            [...document.querySelectorAll('[id^=chart-] svg')].flatMap(svg => {
              const all = svg.getBoundingClientRect();
              return [...svg.querySelectorAll('text')]
                .filter(text => text.getBoundingClientRect().left < all.left
                  || text.getBoundingClientRect().bottom > all.bottom)
                .map(text => text.textContent);
            })
            """);
  }

  /** Presses the button that saves a chart, and returns the file that the browser downloads. */
  static Download save(Page page, String chart) {
    page.locator("#chart-" + chart).scrollIntoViewIfNeeded();
    List<?> centre =
        (List<?>)
            page.evaluate(
                """
                id => {
                  const chart = document.getElementById(id);
                  const box = echarts.getInstanceByDom(chart).getZr().storage.getDisplayList()
                    .find(each => each.__title === 'Save as SVG').getPaintRect();
                  const all = chart.getBoundingClientRect();
                  return [all.x + box.x + box.width / 2, all.y + box.y + box.height / 2];
                }
                """,
                "chart-" + chart);
    double x = ((Number) centre.getFirst()).doubleValue();
    double y = ((Number) centre.getLast()).doubleValue();
    return page.waitForDownload(() -> page.mouse().click(x, y));
  }

  public List<String> complaints() {
    return complaints;
  }

  @Override
  public void close() {
    try {
      context.pages().forEach(Page::close);
    } finally {
      IN_USE.unlock();
    }
  }
}
