package dev.cosmosblog.cli;

import com.azure.core.exception.ClientAuthenticationException;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosException;
import com.azure.identity.DefaultAzureCredentialBuilder;
import dev.cosmosblog.model.InvalidPropertyException;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogDatabaseBuilder;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.error.SchemaMissingException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every command that connects to a blog. */
final class BlogOptions {
  /** The SDK reads it when its first client is built; without it, the SDK refuses plain http. */
  private static final String PLAIN_HTTP = "COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED";

  private static final Set<String> THIS_MACHINE = Set.of("127.0.0.1", "localhost", "[::1]");

  /** The containers by their role, which is also their default name. */
  enum Role {
    USERS,
    POSTS,
    FEED,
    LEASES,
    LISTINGS
  }

  @Option(
      names = "--endpoint",
      paramLabel = "URL",
      description = "the account's endpoint: https://NAME.documents.azure.com:443/")
  private @Nullable String endpoint;

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = {
        "the account's key; without one, Microsoft Entra ID (DefaultAzureCredential).",
        "Set COSMOSBLOG_KEY instead: other users of a machine can read command lines"
      })
  private @Nullable String key;

  @Option(
      names = "--database",
      paramLabel = "NAME",
      defaultValue = "blog",
      description = "the database (default: ${DEFAULT-VALUE})")
  private String database = "";

  @Option(
      names = "--preferred-regions",
      paramLabel = "REGION",
      split = ",",
      description = "the regions to connect to, the nearest one first")
  private List<String> preferredRegions = List.of();

  @Option(
      names = "--gateway-mode",
      arity = "0..1",
      fallbackValue = "true",
      paramLabel = "true|false",
      description = "send requests through the account's gateway: only port 443 is needed")
  private boolean gatewayMode;

  @Option(
      names = "--containers",
      paramLabel = "ROLE=NAME",
      split = ",",
      description = {
        "names of containers that differ from their role: users, posts, feed, leases, listings.",
        "They must equal the application's"
      })
  private Map<Role, String> containers = Map.of();

  /**
   * Builds a database with default settings, without sending requests.
   *
   * @param purpose the end of the requests' user agent
   */
  BlogDatabase open(String purpose) {
    return connect(purpose, builder());
  }

  /** Takes the settings that are stored in the blog; both databases have the same clients. */
  BlogDatabase adopt(BlogDatabase blog) {
    checkExists(blog);
    try {
      return blog.adoptStoredSettings();
    } catch (SchemaMissingException | MalformedItemException e) {
      throw new FailedCommandException(
          "The blog's settings can't be read; store them with 'blog-cli provision': "
              + e.getMessage(),
          e);
    }
  }

  /** Builds a database with the given settings, and otherwise the stored ones if there are any. */
  BlogDatabase open(String purpose, SettingsOptions settings) {
    try (BlogDatabase defaults = open(purpose)) {
      // Invalid settings fail before a request is sent.
      connect(purpose, settings, defaults);
      checkAccount(defaults);
      return connect(purpose, settings, stored(defaults));
    }
  }

  private static BlogDatabase stored(BlogDatabase defaults) {
    try {
      return defaults.adoptStoredSettings();
    } catch (SchemaMissingException | MalformedItemException e) {
      // A new blog, or one whose settings are damaged; provisioning reports the damage.
      return defaults;
    }
  }

  private BlogDatabase connect(String purpose, SettingsOptions settings, BlogDatabase others) {
    BlogDatabaseBuilder builder = builder();
    try {
      settings.applyTo(builder, others, name(Role.LISTINGS));
    } catch (IllegalArgumentException | InvalidPropertyException e) {
      throw new InvalidOptionException(e.getMessage());
    }
    return connect(purpose, builder);
  }

  private BlogDatabase connect(String purpose, BlogDatabaseBuilder builder) {
    URI uri = uri();
    CosmosClientBuilder client =
        new CosmosClientBuilder()
            .endpoint(uri.toString())
            .preferredRegions(preferredRegions)
            .userAgentSuffix(purpose);
    boolean plain = uri.getScheme().equals("http");
    authenticate(client, plain);
    if (plain) {
      System.getProperties().putIfAbsent(PLAIN_HTTP, "true");
    }
    if (plain || gatewayMode) {
      client.gatewayMode();
    }
    try {
      return builder.connect(client, database).build();
    } catch (IllegalArgumentException e) {
      throw new InvalidOptionException(e.getMessage());
    }
  }

  private void authenticate(CosmosClientBuilder client, boolean plain) {
    if (key == null) {
      if (plain) {
        throw new InvalidOptionException(
            "An endpoint with http is an emulator, which needs its key: set COSMOSBLOG_KEY");
      }
      client.credential(new DefaultAzureCredentialBuilder().build());
      return;
    }
    try {
      Base64.getDecoder().decode(key);
    } catch (IllegalArgumentException e) {
      throw new InvalidOptionException("The key is not Base64; copy it from the account's keys");
    }
    client.key(key);
  }

  private URI uri() {
    if (endpoint == null || endpoint.isBlank()) {
      throw new InvalidOptionException(
          "No endpoint is set: give --endpoint URL, or set COSMOSBLOG_ENDPOINT");
    }
    URI uri = parse(endpoint);
    if (uri.getScheme().equals("http") && !THIS_MACHINE.contains(uri.getHost())) {
      throw new InvalidOptionException(
          "The endpoint " + uri + " is not encrypted; give one with https");
    }
    return uri;
  }

  private static URI parse(String endpoint) {
    // The rest may have the key, if somebody gives a connection string.
    String shown = endpoint.split(";", 2)[0];
    try {
      URI uri = URI.create(endpoint);
      if (uri.getHost() != null && Set.of("http", "https").contains(uri.getScheme())) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // Reported below.
    }
    throw new InvalidOptionException(
        "The endpoint '%s' is not a URL; give one such as https://NAME.documents.azure.com:443/"
            .formatted(shown));
  }

  private BlogDatabaseBuilder builder() {
    try {
      return BlogDatabase.builder()
          .containerNames(
              new ContainerNames(
                  name(Role.USERS), name(Role.POSTS), name(Role.FEED), name(Role.LEASES)));
    } catch (IllegalArgumentException e) {
      throw new InvalidOptionException(e.getMessage());
    }
  }

  private String name(Role role) {
    String name = containers.get(role);
    return name == null ? role.name().toLowerCase(Locale.ROOT) : name;
  }

  /** Reports in one line why the SDK can't read the database. */
  void checkExists(BlogDatabase blog) {
    try {
      blog.unwrap(CosmosDatabase.class).read();
    } catch (CosmosException e) {
      if (e.getStatusCode() == HttpURLConnection.HTTP_NOT_FOUND) {
        throw new FailedCommandException(
            "There is no database '%s' at %s; create it with 'blog-cli provision'"
                .formatted(database, endpoint),
            e);
      }
      throw unreachable(e);
    } catch (RuntimeException e) {
      throw unreachable(e);
    }
  }

  /** Reports in one line why the SDK can't connect to the account. */
  void checkAccount(BlogDatabase blog) {
    try {
      // The SDK reads the account's properties when it builds a client.
      blog.unwrap(CosmosClient.class);
    } catch (RuntimeException e) {
      throw unreachable(e);
    }
  }

  private FailedCommandException unreachable(RuntimeException e) {
    return new FailedCommandException("The account at %s %s".formatted(endpoint, reason(e)), e);
  }

  /** The SDK's messages have several pages. */
  private static String reason(RuntimeException e) {
    int status = 0;
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof ClientAuthenticationException) {
        return "can't be used: no key is set, and no Microsoft Entra ID credential was found";
      }
      status = cause instanceof CosmosException cosmos ? cosmos.getStatusCode() : status;
    }
    return switch (status) {
      case HttpURLConnection.HTTP_UNAUTHORIZED -> "doesn't accept the key";
      case HttpURLConnection.HTTP_FORBIDDEN ->
          "denies access; check its firewall and the role assignments of the identity";
      default -> "doesn't respond (status %d)".formatted(status);
    };
  }
}
