package dev.cosmosblog.examples.blog;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosException;
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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * An account and the key to it.
 *
 * @param uri where it is
 * @param key its key, in Base64
 */
public record Endpoint(URI uri, String key) {
  /**
   * The key that Microsoft's emulators and {@link LocalCosmos} have by default; it is no secret.
   */
  public static final String WELL_KNOWN_KEY =
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

  /** The options that name an account and its database. */
  public static final class Options {
    @Option(
        names = "--endpoint",
        paramLabel = "<url>",
        description =
            "an account, such as http://127.0.0.1:8081/ (default: the in-process emulator)")
    private @Nullable URI uri;

    @Option(
        names = "--key",
        description = "the account's key (default: the well-known key of the emulators)")
    private @Nullable String key;

    @Option(names = "--database", paramLabel = "<name>", description = "the database")
    private String database = "blog";

    /**
     * Returns the account.
     *
     * @return its endpoint, or empty if none is named
     * @throws UsageException if the URL or the key is invalid
     */
    public Optional<Endpoint> endpoint() {
      return Optional.ofNullable(uri)
          .map(given -> new Endpoint(given, key == null ? WELL_KNOWN_KEY : key));
    }

    /** {@return the database's name} */
    public String database() {
      return database;
    }
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
