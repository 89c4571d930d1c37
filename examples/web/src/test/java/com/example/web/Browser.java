package com.example.web;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.openqa.selenium.By;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.support.ui.WebDriverWait;

/** Headless Chromium, driven by Selenium. Both must be installed; nothing is downloaded. */
final class Browser implements AutoCloseable {
  private static final String MISSING =
      "No chromium and chromedriver on the PATH: apt-get install chromium chromium-driver";

  /** Twice the 15 s after which a host takes over the leases of a killed host. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final Path RESULTS = Path.of("target", "results");

  private final Path profile;
  private final ChromeDriver driver;

  private Browser(File binary, File driverBinary) {
    try {
      profile = Files.createTempDirectory("browser");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ChromeOptions options = new ChromeOptions();
    options.setBinary(binary);
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--hide-scrollbars",
        "--user-data-dir=" + profile);
    driver =
        new ChromeDriver(
            new ChromeDriverService.Builder().usingDriverExecutable(driverBinary).build(), options);
  }

  /** Provides one browser for all tests. Skips the tests if the machine has no browser. */
  static final class Extension implements BeforeAllCallback, ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(Browser.class);

    @Override
    public void beforeAll(ExtensionContext context) {
      assumeTrue(started(context).browser().isPresent(), MISSING);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == Browser.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return started(context).browser().orElseThrow();
    }

    private static Started started(ExtensionContext context) {
      return context
          .getRoot()
          .getStore(NAMESPACE)
          .computeIfAbsent(Browser.class, first -> new Started(start()), Started.class);
    }

    private record Started(Optional<Browser> browser) implements AutoCloseable {
      @Override
      public void close() {
        browser.ifPresent(Browser::close);
      }
    }
  }

  private static Optional<Browser> start() {
    Optional<File> binary = program("chromium");
    Optional<File> driver = program("chromedriver");
    if (binary.isEmpty() || driver.isEmpty()) {
      // Surefire doesn't print the reason for skipped tests.
      System.err.println("The browser's tests are skipped. " + MISSING);
      return Optional.empty();
    }
    return Optional.of(new Browser(binary.get(), driver.get()));
  }

  private static Optional<File> program(String name) {
    return Stream.of(
            Objects.requireNonNullElse(System.getenv("PATH"), "").split(File.pathSeparator))
        .map(directory -> new File(directory, name))
        .filter(File::canExecute)
        .findFirst();
  }

  WebDriver driver() {
    return driver;
  }

  /** Sets the preferred color scheme and the window size. */
  void look(String scheme, int width, int height) {
    Map<String, Object> scheming = Map.of("name", "prefers-color-scheme", "value", scheme);
    Map<String, Object> still = Map.of("name", "prefers-reduced-motion", "value", "reduce");
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia", Map.of("features", List.of(scheming, still)));
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /** Delays each response, except on streams that are already open. */
  void delayResponses(Duration delay) {
    driver.executeCdpCommand("Network.enable", Map.of());
    driver.executeCdpCommand(
        "Network.emulateNetworkConditions",
        Map.of(
            "offline",
            false,
            "latency",
            delay.toMillis(),
            "downloadThroughput",
            -1,
            "uploadThroughput",
            -1));
  }

  /** Delays when htmx listens to inserted elements, until the next page load. */
  void settleAfter(Duration delay) {
    driver.executeScript("htmx.config.defaultSettleDelay = arguments[0]", delay.toMillis());
  }

  void open(String url) {
    driver.get(url);
  }

  /** Waits until a condition holds, even if parts of the page are replaced meanwhile. */
  void await(String what, Function<WebDriver, Boolean> condition) {
    new WebDriverWait(driver, PATIENCE, Duration.ofMillis(40))
        .ignoring(StaleElementReferenceException.class)
        .withMessage(what)
        .until(condition);
  }

  /** Waits until the first matching element contains a text. */
  void awaitText(String selector, String text) {
    await(selector + " has: " + text, page -> text(selector).contains(text));
  }

  /** Returns the text of the first matching element, or an empty string. */
  String text(String selector) {
    Object text =
        driver.executeScript(
            "return document.querySelector(arguments[0])?.innerText ?? ''", selector);
    return String.valueOf(text);
  }

  WebElement find(String selector) {
    return driver.findElement(By.cssSelector(selector));
  }

  /** Clicks an element, even if scripts replace it meanwhile. */
  void click(String selector) {
    await(
        "a click on " + selector,
        page -> {
          WebElement element = find(selector);
          driver.executeScript("arguments[0].scrollIntoView({block: 'center'})", element);
          element.click();
          return true;
        });
  }

  Object script(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  /** Runs a script and waits until it calls its last argument. */
  void asyncScript(String script) {
    driver.executeAsyncScript(script);
  }

  /**
   * Options of axe: all rules, those of contrast alone, or all others, which take far less time.
   */
  enum Rules {
    ALL("{}"),
    CONTRAST("{runOnly: ['color-contrast']}"),
    ALL_BUT_CONTRAST("{rules: {'color-contrast': {enabled: false}}}");

    private final String options;

    Rules(String options) {
      this.options = options;
    }
  }

  /** Returns the serious and critical violations that axe finds, with their elements. */
  List<String> seriousViolations(Rules rules) {
    if (!Boolean.TRUE.equals(driver.executeScript("return 'axe' in window"))) {
      driver.executeScript(axe());
    }
    Object found =
        driver.executeAsyncScript(
            "const [done] = arguments;"
                + "axe.run(document, {resultTypes: ['violations'], ..."
                + rules.options
                + "}).then(r => done(r.violations"
                + ".filter(v => ['serious', 'critical'].includes(v.impact))"
                + ".map(v => v.id + ': ' + v.nodes.map(n => n.html + ' ' + n.failureSummary)"
                + ".join(' | '))));");
    return ((List<?>) Objects.requireNonNull(found)).stream().map(String::valueOf).toList();
  }

  private static String axe() {
    try (InputStream script = Browser.class.getResourceAsStream("/axe.min.js")) {
      return new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a screenshot to {@code target/results}. */
  Path screenshot(String name) throws IOException {
    Object data =
        driver.executeCdpCommand("Page.captureScreenshot", Map.of("format", "png")).get("data");
    Files.createDirectories(RESULTS);
    byte[] image = Base64.getDecoder().decode((String) Objects.requireNonNull(data));
    return Files.write(RESULTS.resolve(name + ".png"), image);
  }

  @Override
  public void close() {
    driver.quit();
    try (Stream<Path> files = Files.walk(profile)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException | UncheckedIOException e) {
      // A process of the browser may still be writing there.
    }
  }
}
