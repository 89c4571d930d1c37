package dev.cosmosblog.examples.blog;

import dev.cosmosblog.examples.console.Arguments;
import dev.cosmosblog.examples.console.Usage.Option;
import dev.cosmosblog.examples.console.UsageException;
import dev.cosmosblog.local.LocalCosmos;
import java.net.URI;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;

/**
 * An account and the key to it.
 *
 * @param uri where it is
 * @param key its key, in Base64
 */
public record Endpoint(URI uri, String key) {
  /** The option that says where the account is. */
  public static final Option ENDPOINT =
      new Option("endpoint", "URL", "an account's endpoint, for instance http://127.0.0.1:8081/");

  /** The option that says the account's key. */
  public static final Option KEY =
      new Option("key", "KEY", "its key; by default the well-known key of the emulators");

  /** The option that says the database. */
  public static final Option DATABASE =
      new Option("database", "NAME", "the database; by default " + BlogConnection.DATABASE);

  /**
   * The key that Microsoft's emulators and {@link LocalCosmos} have by default; it is no secret.
   */
  private static final String WELL_KNOWN_KEY =
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

  private static final Set<String> THIS_MACHINE = Set.of("127.0.0.1", "localhost", "[::1]");

  /**
   * Checks the account's place and key.
   *
   * @throws UsageException if it is no http or https URL, is plain http to another machine, or the
   *     key is not Base64
   */
  public Endpoint {
    if (uri.getHost() == null || !Set.of("http", "https").contains(uri.getScheme())) {
      throw new UsageException("The endpoint is '" + uri + "'; give an http or https URL");
    }
    if (plain(uri) && !THIS_MACHINE.contains(uri.getHost())) {
      throw new UsageException("Plain http is for this machine only; give an https endpoint");
    }
    try {
      Base64.getDecoder().decode(key);
    } catch (IllegalArgumentException e) {
      throw new UsageException("The key is not Base64");
    }
  }

  private static boolean plain(URI uri) {
    return uri.getScheme().equals("http");
  }

  /**
   * The endpoint of an account in this process.
   *
   * @param account the account
   * @return its endpoint
   */
  public static Endpoint of(LocalCosmos account) {
    return new Endpoint(URI.create(account.endpoint()), account.key());
  }

  /**
   * The endpoint that a command line names.
   *
   * @param arguments the command line
   * @return the endpoint, or empty where none is named
   * @throws UsageException if it can't be one
   */
  public static Optional<Endpoint> of(Arguments arguments) {
    String key = arguments.option(KEY.name()).orElse(WELL_KNOWN_KEY);
    return arguments.option(ENDPOINT.name()).map(url -> new Endpoint(parse(url), key));
  }

  private static URI parse(String url) {
    try {
      return URI.create(url);
    } catch (IllegalArgumentException e) {
      throw new UsageException("The endpoint is '" + url + "'; give an http or https URL");
    }
  }

  /**
   * Returns whether requests go without TLS, as to {@link LocalCosmos}.
   *
   * @return whether the URL is plain http
   */
  boolean plain() {
    return plain(uri);
  }

  /** Never with the key. */
  @Override
  public String toString() {
    return uri.toString();
  }
}
