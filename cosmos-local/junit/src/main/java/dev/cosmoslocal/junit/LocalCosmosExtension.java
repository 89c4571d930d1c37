package dev.cosmoslocal.junit;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosDatabase;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.LocalCosmosBuilder;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests a client of an account and their own database. Register it by
 * {@code @RegisterExtension static final LocalCosmosExtension cosmos =
 * LocalCosmosExtension.builder().build();} and call its {@link #database()}; or by
 * {@code @ExtendWith(LocalCosmosExtension.class)}, and declare parameters of the types {@link
 * CosmosClient}, {@link CosmosAsyncClient}, {@link CosmosDatabase} and {@link LocalCosmos}.
 *
 * <p>The account runs in this process. All test classes of the JVM share it, unless the {@linkplain
 * Builder#emulator settings} ask for one of the test class's own; starting one takes some 100 ms
 * with its client. The database is created on first use and deleted after the test class; nested
 * test classes share that of the outer one. With {@link Builder#databasePerTest}, each test has its
 * own database. An extension in a field that is not static gives each test its own database, too,
 * and its own account where the settings ask for one.
 *
 * <p>With {@code COSMOSBLOG_ENDPOINT} and {@code COSMOSBLOG_KEY} in the environment, the same tests
 * run on the account that they name. Names of databases then begin with {@code
 * COSMOSBLOG_DATABASE_PREFIX} (default: {@code cosmosblog-}); the databases are deleted there, too.
 * Tests that need the in-process emulator declare a parameter of type {@link LocalCosmos} or call
 * {@link #requireLocal()}, and are skipped there.
 *
 * <p>Thread-safe, within one test class at a time.
 */
public final class LocalCosmosExtension
    implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, ParameterResolver {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(LocalCosmosExtension.class);
  private static final Set<Class<?>> TYPES =
      Set.of(CosmosClient.class, CosmosAsyncClient.class, CosmosDatabase.class, LocalCosmos.class);

  private final ExtensionSettings settings;
  private final Environment environment;
  private volatile @Nullable TestDatabases current;

  // Set by open() only.
  private volatile @Nullable TestEndpoint opened;

  /** Creates an extension with the defaults of {@link #builder()}. */
  public LocalCosmosExtension() {
    this(Builder.DEFAULTS, Environment.ofProcess());
  }

  LocalCosmosExtension(ExtensionSettings settings, Environment environment) {
    this.settings = settings;
    this.environment = environment;
  }

  /**
   * Creates a builder.
   *
   * @return a builder with the defaults
   */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    current = databases(context);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    current = databases(context);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    if (settings.databasePerTest()) {
      current = context.getParent().map(this::databases).orElse(null);
    }
  }

  /**
   * Opens an account outside of JUnit Jupiter, for example for jqwik's properties, which don't
   * support extensions. The caller closes it.
   *
   * @return this extension
   */
  public LocalCosmosExtension open() {
    TestEndpoint endpoint = TestEndpoint.open(settings, environment);
    opened = endpoint;
    current = new TestDatabases(endpoint, this::name);
    return this;
  }

  /**
   * Deletes the databases and closes the account that {@link #open()} opened; does nothing
   * otherwise. JUnit Jupiter closes its accounts itself.
   */
  public void close() {
    TestEndpoint endpoint = opened;
    TestDatabases databases = current;
    if (endpoint != null && databases != null) {
      opened = null;
      databases.close();
      endpoint.close();
    }
  }

  /** So that the constructor of a test gets the test's database. */
  @Override
  public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
    return ExtensionContextScope.TEST_METHOD;
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return TYPES.contains(parameter.getParameter().getType());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    TestDatabases databases = databases(context);
    if (type == CosmosClient.class) {
      return databases.endpoint().client();
    }
    if (type == CosmosAsyncClient.class) {
      return databases.endpoint().asyncClient();
    }
    return type == LocalCosmos.class ? requireLocal(databases) : databases.shared();
  }

  /**
   * The client: gateway mode, session consistency, and the {@linkplain Builder#client settings}.
   * Created on first use, closed with the account.
   *
   * @return always the same client
   * @throws IllegalStateException outside of a test
   */
  public CosmosClient client() {
    return current().endpoint().client();
  }

  /**
   * The asynchronous client: as {@link #client()}, but with content in the answers to writes, which
   * the change feed processor needs.
   *
   * @return always the same client
   * @throws IllegalStateException outside of a test
   */
  public CosmosAsyncClient asyncClient() {
    return current().endpoint().asyncClient();
  }

  /**
   * Creates a builder for another client of the same account, which the caller closes.
   *
   * @return a new builder with the settings of {@link #client()}
   * @throws IllegalStateException outside of a test
   */
  public CosmosClientBuilder clientBuilder() {
    return current().endpoint().clientBuilder();
  }

  /**
   * The database of the test class or, with {@link Builder#databasePerTest}, of the test, created
   * on first use with one request. Outside of its tests, a class always has one of its own.
   *
   * @return the same database for the whole test class, or for the whole test
   * @throws IllegalStateException outside of a test
   */
  public CosmosDatabase database() {
    return current().shared();
  }

  /**
   * Creates another database with one request. It is deleted with {@link #database()}.
   *
   * @return a database without containers
   * @throws IllegalStateException outside of a test
   */
  public CosmosDatabase freshDatabase() {
    return current().fresh();
  }

  /**
   * Generates a unique database name, with the prefix of the environment.
   *
   * @return at most 255 bytes, as long as the prefix has at most 219
   * @throws IllegalStateException outside of a test
   */
  public String freshName() {
    return current().freshName();
  }

  /**
   * Deletes a database that the test created itself when {@link #database()} is deleted. It is no
   * error if the database is gone by then.
   *
   * @param database the database
   * @return the same database
   * @throws IllegalStateException outside of a test
   */
  public CosmosDatabase deletedAfterwards(CosmosDatabase database) {
    Objects.requireNonNull(database, "database");
    return current().deletedAfterwards(database);
  }

  /**
   * The account in this process.
   *
   * @return empty if the environment names another
   * @throws IllegalStateException outside of a test
   */
  public Optional<LocalCosmos> local() {
    return current().endpoint().local();
  }

  /**
   * The account in this process. If the environment names another account, the test is skipped with
   * a message.
   *
   * @return the account
   * @throws IllegalStateException outside of a test
   */
  public LocalCosmos requireLocal() {
    return requireLocal(current());
  }

  private static LocalCosmos requireLocal(TestDatabases databases) {
    return databases
        .endpoint()
        .local()
        .orElseGet(
            () ->
                Assumptions.abort(
                    "COSMOSBLOG_ENDPOINT names another account; this test needs one in the"
                        + " process."));
  }

  private TestDatabases current() {
    TestDatabases known = current;
    if (known == null) {
      throw new IllegalStateException(
          "The extension has no account outside of a test: register it with @RegisterExtension.");
    }
    return known;
  }

  /**
   * The databases of a test class, or of a test that has its own; nested classes find them in their
   * parent. The account is stored first, and so closed last.
   */
  private TestDatabases databases(ExtensionContext context) {
    TestEndpoint endpoint = endpoint(context);
    boolean ofTheTest = settings.databasePerTest() && context.getTestMethod().isPresent();
    // A store also searches its parents, so the key of a test must not be its class's.
    Object owner = ofTheTest ? List.of(settings, context.getUniqueId()) : settings;
    return context
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(
            owner, key -> new TestDatabases(endpoint, this::name), TestDatabases.class);
  }

  private String name() {
    return environment.databasePrefix() + settings.ids().get();
  }

  private TestEndpoint endpoint(ExtensionContext context) {
    ExtensionContext owner = settings.shared() ? context.getRoot() : context;
    // A store also searches its parents, so the keys of own and shared accounts must differ.
    Object key = settings.shared() ? settings.client() : settings.local();
    return owner
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(
            key, absent -> TestEndpoint.open(settings, environment), TestEndpoint.class);
  }

  /** Settings of an extension. Not thread-safe. */
  public static final class Builder {
    private static final Supplier<String> IDS = () -> UUID.randomUUID().toString();
    private static final ExtensionSettings DEFAULTS =
        new ExtensionSettings(Optional.empty(), UnaryOperator.identity(), false, IDS);

    private Optional<LocalCosmosBuilder> local = DEFAULTS.local();
    private UnaryOperator<CosmosClientBuilder> client = DEFAULTS.client();
    private boolean databasePerTest;

    private Builder() {}

    /**
     * Gives the test class its own account in this process, started before its first test and
     * closed after its last. Ignored if the environment names another account. Default: the account
     * that all test classes of the JVM share, with the defaults of {@link LocalCosmos#builder()}.
     *
     * @param emulator the settings of the emulator
     * @return this builder
     */
    public Builder emulator(LocalCosmosBuilder emulator) {
      this.local = Optional.of(Objects.requireNonNull(emulator, "emulator"));
      return this;
    }

    /**
     * Gives the test class its own account in this process, with everything that the service does
     * and a local account does not by default: replicas that lag, distance, limits of partitions,
     * indexes that take time. See {@link LocalCosmosBuilder#serviceConditions}; for other settings
     * besides, call {@link #emulator}. Ignored if the environment names another account.
     *
     * @param seed decides what is random
     * @return this builder
     */
    public Builder serviceConditions(long seed) {
      return emulator(LocalCosmos.builder().serviceConditions(seed));
    }

    /**
     * Adds settings to each client, for example for its retries. Default: none.
     *
     * @param client receives a builder with the endpoint, the key, gateway mode and session
     *     consistency
     * @return this builder
     */
    public Builder client(UnaryOperator<CosmosClientBuilder> client) {
      this.client = Objects.requireNonNull(client, "client");
      return this;
    }

    /**
     * Gives each test its own database, so that the tests of a class don't see each other's data.
     * It costs two requests for each test that uses it. What tests want to share is in a database
     * that {@link LocalCosmosExtension#freshDatabase()} creates in a method with
     * {@code @BeforeAll}. Tests that run concurrently with others of their class take the database
     * as a parameter; {@link LocalCosmosExtension#database()} is that of the test that started
     * last. Default: all tests of a class share a database.
     *
     * @return this builder
     */
    public Builder databasePerTest() {
      this.databasePerTest = true;
      return this;
    }

    /**
     * Creates the extension.
     *
     * @return an extension to register
     */
    public LocalCosmosExtension build() {
      return new LocalCosmosExtension(
          new ExtensionSettings(local, client, databasePerTest, IDS), Environment.ofProcess());
    }
  }
}
