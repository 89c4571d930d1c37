package dev.cosmosblog.examples.blog;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosException;
import dev.cosmosblog.examples.console.Arguments;
import dev.cosmosblog.examples.console.Usage.Option;
import dev.cosmosblog.examples.console.UsageException;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogDatabaseBuilder;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.net.HttpURLConnection;
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
      new Option("database", "NAME", "the database; by default blog");

  /**
   * The key that Microsoft's emulators and {@link LocalCosmos} have by default; it is no secret.
   */
  private static final String WELL_KNOWN_KEY =
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

  /** The SDK reads it when its first client is built, and refuses plain http without it. */
  private static final String PLAIN_HTTP = "COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED";

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

  /**
   * Returns the database that a command line names.
   *
   * @param arguments the command line
   * @return its name, by default {@code blog}
   */
  public static String databaseName(Arguments arguments) {
    return arguments.option(DATABASE.name()).orElse("blog");
  }

  /**
   * Connects to a blog's database with every default. It need not exist yet.
   *
   * @param databaseName the database
   * @param purpose the end of the requests' user agent
   * @return the database
   * @throws IOException if the account can't be reached, or refuses the key
   */
  public BlogDatabase connect(String databaseName, String purpose) throws IOException {
    return connect(databaseName, purpose, BlogDatabase.builder());
  }

  /**
   * Connects to a blog's database. It need not exist yet.
   *
   * @param databaseName the database
   * @param purpose the end of the requests' user agent
   * @param settings the settings other than the account and the database's name
   * @return the database
   * @throws IOException if the account can't be reached, or refuses the key
   */
  public BlogDatabase connect(String databaseName, String purpose, BlogDatabaseBuilder settings)
      throws IOException {
    CosmosClientBuilder client =
        new CosmosClientBuilder().endpoint(uri.toString()).key(key).userAgentSuffix(purpose);
    if (plain(uri)) {
      System.getProperties().putIfAbsent(PLAIN_HTTP, "true");
      client.gatewayMode();
    }
    BlogDatabase database = settings.connect(client, databaseName).build();
    try {
      // The SDK asks the account for its description when it builds a client.
      database.unwrap(CosmosClient.class);
      return database;
    } catch (RuntimeException e) {
      database.close();
      // The SDK's own message has several pages.
      throw new IOException("The account at " + this + " " + refusal(e), e);
    }
  }

  private static String refusal(RuntimeException e) {
    int status = 0;
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      status = cause instanceof CosmosException cosmos ? cosmos.getStatusCode() : status;
    }
    return status == HttpURLConnection.HTTP_UNAUTHORIZED
        ? "does not take the key"
        : "can't be reached (status " + status + ")";
  }

  /**
   * Gives a database other settings. It shares the clients of the first one, which must stay open.
   *
   * @param database the database
   * @param settings the settings other than the clients and the database's name
   * @return the database with those settings
   */
  public static BlogDatabase with(BlogDatabase database, BlogDatabaseBuilder settings) {
    return settings
        .clients(
            database.unwrap(CosmosClient.class),
            database.unwrap(CosmosAsyncClient.class),
            database.unwrap(CosmosDatabase.class).getId())
        .build();
  }

  /** Returns the URL, never the key. */
  @Override
  public String toString() {
    return uri.toString();
  }
}
