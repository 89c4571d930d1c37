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
 * The endpoint and key of an account or emulator.
 *
 * @param uri the URL
 * @param key the key, in Base64
 */
public record Endpoint(URI uri, String key) {
  /** The default key of Microsoft's emulators and {@link LocalCosmos}, which isn't a secret. */
  public static final String WELL_KNOWN_KEY =
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

  /**
   * Without this property, the SDK rejects http URLs. It is read when the first client is built.
   */
  private static final String PLAIN_HTTP = "COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED";

  private static final Set<String> THIS_MACHINE = Set.of("127.0.0.1", "localhost", "[::1]");

  /**
   * Validates the URL and the key.
   *
   * @throws UsageException if the URL is not http or https, or is http on another machine, or if
   *     the key is not Base64
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
   * Returns the endpoint of an in-process emulator.
   *
   * @param emulator the emulator
   * @return its endpoint
   */
  public static Endpoint of(LocalCosmos emulator) {
    return new Endpoint(URI.create(emulator.endpoint()), emulator.key());
  }

  /** The options for the endpoint, its key and the database. */
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
     * Returns the endpoint.
     *
     * @return the endpoint, or empty if the option isn't set
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
   * Connects to a blog's database with default settings. It doesn't have to exist.
   *
   * @param databaseName the database
   * @param purpose the suffix of the user agent
   * @return the database
   * @throws IOException if the endpoint can't be reached or rejects the key
   */
  public BlogDatabase connect(String databaseName, String purpose) throws IOException {
    return connect(databaseName, purpose, BlogDatabase.builder());
  }

  /**
   * Connects to a blog's database. It doesn't have to exist.
   *
   * @param databaseName the database
   * @param purpose the suffix of the user agent
   * @param settings the settings other than the endpoint and the database name
   * @return the database
   * @throws IOException if the endpoint can't be reached or rejects the key
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
      // Building a client sends a request for the account's properties.
      database.unwrap(CosmosClient.class);
      return database;
    } catch (RuntimeException e) {
      database.close();
      // The SDK's message is several pages long.
      throw new IOException("The endpoint " + this + " " + refusal(e), e);
    }
  }

  private static String refusal(RuntimeException e) {
    int status = 0;
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      status = cause instanceof CosmosException cosmos ? cosmos.getStatusCode() : status;
    }
    return status == HttpURLConnection.HTTP_UNAUTHORIZED
        ? "rejects the key"
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
