package dev.cosmosblog.examples.web;

import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.console.Arguments;
import dev.cosmosblog.examples.console.Arguments.Range;
import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Launcher;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.StopSignal;
import dev.cosmosblog.examples.console.Usage;
import dev.cosmosblog.examples.console.Usage.Option;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.boot.Banner;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.context.ConfigurableApplicationContext;

/** Shows a blog in the browser until it is stopped, by default on the in-process emulator. */
public final class WebExample implements Example {
  private static final Range PORT = new Range(0, 65_535, 8080);

  /** The SDK reads it when its first client is built, and refuses plain http without it. */
  private static final String PLAIN_HTTP = "COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED";

  private final Supplier<StopSignal> signal;

  /** Creates a blog that is shown until the process is stopped. */
  public WebExample() {
    this(StopSignal::ofProcess);
  }

  WebExample(Supplier<StopSignal> signal) {
    this.signal = signal;
  }

  /**
   * Runs it as a program.
   *
   * @param words its command line
   */
  public static void main(String[] words) {
    Launcher.main(new WebExample(), words);
  }

  @Override
  public Usage usage() {
    return Usage.of(
        "web",
        "shows a blog in the browser, and what each click costs, until it is stopped",
        new Option("port", "N", "the port on this machine, 0 for any; by default 8080").in(PORT),
        Endpoint.ENDPOINT,
        Endpoint.KEY,
        Endpoint.DATABASE);
  }

  @Override
  public int run(Arguments arguments, Screen screen) throws IOException, InterruptedException {
    Map<String, Object> settings = settings(arguments);
    StopSignal stop = signal.get();
    int code = FAILED;
    try (ConfigurableApplicationContext application = start(settings)) {
      screen.line("The blog is at " + address(application) + " until you press Ctrl-C.");
      stop.await();
      code = 0;
    } catch (RuntimeException e) {
      if (isPortInUse(e)) {
        throw new IOException(
            "Port %d is in use; give another one with --port N".formatted(arguments.number("port")),
            e);
      }
      throw e;
    } finally {
      stop.ended(code);
    }
    return code;
  }

  /** Spring wraps it: the web server starts as one of the context's lifecycle beans. */
  private static boolean isPortInUse(RuntimeException failure) {
    return Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
        .anyMatch(PortInUseException.class::isInstance);
  }

  /** Returns the application's settings, of which the environment changes none. */
  static Map<String, Object> settings(Arguments arguments) {
    Map<String, Object> settings = new HashMap<>();
    settings.put("server.port", arguments.number("port"));
    settings.put("cosmosblog.database", Endpoint.databaseName(arguments));
    Optional<Endpoint> endpoint = Endpoint.of(arguments);
    settings.put("cosmos-local.mode", endpoint.isPresent() ? "never" : "always");
    endpoint.ifPresent(account -> settings.putAll(settings(account)));
    return settings;
  }

  private static Map<String, Object> settings(Endpoint account) {
    boolean plain = "http".equals(account.uri().getScheme());
    if (plain) {
      System.getProperties().putIfAbsent(PLAIN_HTTP, "true");
    }
    return Map.of(
        "cosmosblog.endpoint", account.uri().toString(),
        "cosmosblog.key", account.key(),
        "cosmosblog.gateway-mode", plain);
  }

  /** Starts the application, and returns when the sample blog is written and copied. */
  static ConfigurableApplicationContext start(Map<String, Object> settings) {
    // The stop signal closes the context; Spring's own hook would race it.
    return new SpringApplicationBuilder(WebApplication.class)
        .bannerMode(Banner.Mode.OFF)
        .logStartupInfo(false)
        .registerShutdownHook(false)
        // Not as properties(), which are defaults: the environment would win over the command line.
        .run(
            settings.entrySet().stream()
                .map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
                .toArray(String[]::new));
  }

  /** Returns the URL of the front page. */
  static String address(ConfigurableApplicationContext application) {
    String port =
        Objects.requireNonNull(application.getEnvironment().getProperty("local.server.port"));
    return "http://localhost:" + port + "/";
  }
}
