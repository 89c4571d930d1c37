package dev.cosmoslocal.junit;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosDatabase;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.LocalCosmosBuilder;
import dev.cosmoslocal.Snapshot;
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
 * Gives tests Cosmos DB clients and their own database. Register it with {@code @RegisterExtension
 * static final LocalCosmosExtension cosmos = LocalCosmosExtension.builder().build();} and call its
 * {@link #database()}; or use {@code @ExtendWith(LocalCosmosExtension.class)}, and declare
 * parameters of the types {@link CosmosClient}, {@link CosmosAsyncClient}, {@link CosmosDatabase}
 * and {@link LocalCosmos}.
 *
 * <p>All test classes of the JVM share one in-process emulator, unless they have their own
 * {@linkplain Builder#emulator settings}. Starting one with its client takes about 100 ms. The
 * database is created on first use and deleted after the test class; nested test classes share the
 * database of the outer class. With {@link Builder#databasePerTest}, each test has its own
 * database. The same applies to an extension in an instance field, which also starts an emulator
 * with its own settings for each test.
 *
 * <p>If the environment variables {@code COSMOSLOCAL_ENDPOINT} and {@code COSMOSLOCAL_KEY} are set,
 * the tests run on that account instead. Database names then start with {@code
 * COSMOSLOCAL_DATABASE_PREFIX} (default: {@code cosmoslocal-}), and the databases are deleted as
 * well. Tests that need the emulator declare a parameter of type {@link LocalCosmos} or call {@link
 * #requireLocal()}; they are skipped on a real account.
 *
 * <p>If a test fails, a suppressed exception shows the last 20 requests to its databases: methods,
 * paths, statuses and costs, but no keys or bodies.
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
    if (settings.restoreBeforeEach()) {
      requireLocal();
      context.getParent().filter(this::hasEmulator).ifPresent(this::restore);
    }
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    current = databases(context);
    if (settings.restoreBeforeEach()) {
      ExtensionContext ofClass = context;
      while (ofClass.getTestMethod().isPresent()) {
        ofClass = ofClass.getParent().orElseThrow();
      }
      if (!hasEmulator(ofClass)) {
        throw new IllegalStateException(
            "An extension with restoreBeforeEach() is in an instance field, so that each test has"
                + " its own emulator; register it in a static field.");
      }
      restore(ofClass);
    }
  }

  private boolean hasEmulator(ExtensionContext ofClass) {
    return ofClass.getStore(NAMESPACE).get(settings.local()) != null;
  }

  /** Restores the state after the {@code @BeforeAll} methods of a class, saved on first use. */
  private void restore(ExtensionContext ofClass) {
    TestDatabases databases = databases(ofClass);
    // A database that is created later would be gone after the next restore.
    databases.shared();
    ofClass
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(
            List.of(Snapshot.class, ofClass.getUniqueId()),
            first -> requireLocal(databases).snapshot(),
            Snapshot.class)
        .restore();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    context.getExecutionException().ifPresent(databases(context)::report);
    if (settings.databasePerTest()) {
      current = context.getParent().map(this::databases).orElse(null);
    }
  }

  /**
   * Opens the extension outside of JUnit Jupiter, for example for jqwik properties, which don't
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
   * Deletes the databases and closes the emulator that {@link #open()} started. Otherwise it does
   * nothing, because JUnit Jupiter closes the extension itself.
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

  /** Lets the constructor of a test class get the test's database. */
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
   * Returns the client, with gateway mode, session consistency and the {@linkplain Builder#client
   * settings}. It is created on first use and closed with the emulator.
   *
   * @return always the same client
   * @throws IllegalStateException outside of a test
   */
  public CosmosClient client() {
    return current().endpoint().client();
  }

  /**
   * Returns the asynchronous client. It differs from {@link #client()} in that responses to writes
   * have content, which the change feed processor needs.
   *
   * @return always the same client
   * @throws IllegalStateException outside of a test
   */
  public CosmosAsyncClient asyncClient() {
    return current().endpoint().asyncClient();
  }

  /**
   * Creates a builder for another client, which the caller closes.
   *
   * @return a new builder with the settings of {@link #client()}
   * @throws IllegalStateException outside of a test
   */
  public CosmosClientBuilder clientBuilder() {
    return current().endpoint().clientBuilder();
  }

  /**
   * Returns the database of the test class or, with {@link Builder#databasePerTest}, of the test.
   * It is created on first use with one request. In methods such as {@code @BeforeAll}, it is the
   * database of the class.
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
   * Registers a database that the test created itself for deletion, together with {@link
   * #database()}. The test may also delete it itself.
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
   * Returns the emulator.
   *
   * @return the emulator, or empty if the tests run on a real account
   * @throws IllegalStateException outside of a test
   */
  public Optional<LocalCosmos> local() {
    return current().endpoint().local();
  }

  /**
   * Returns the emulator, or skips the test with a message if the tests run on a real account.
   *
   * @return the emulator
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
                    "COSMOSLOCAL_ENDPOINT is set; this test needs the in-process emulator."));
  }

  private TestDatabases current() {
    TestDatabases known = current;
    if (known == null) {
      throw new IllegalStateException(
          "The extension was used outside of a test; register it with @RegisterExtension, or"
              + " call open().");
    }
    return known;
  }

  /**
   * The databases of a test class or of a test; nested classes find them in their parent. The
   * endpoint is stored first and so closed last.
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
    // A store also searches its parents, so the keys of separate and shared emulators must differ.
    Object key = settings.shared() ? settings.client() : settings.local();
    return owner
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(
            key, absent -> TestEndpoint.open(settings, environment), TestEndpoint.class);
  }

  /** Builds a {@link LocalCosmosExtension}. Not thread-safe. */
  public static final class Builder {
    private static final Supplier<String> IDS = () -> UUID.randomUUID().toString();
    private static final ExtensionSettings DEFAULTS =
        new ExtensionSettings(Optional.empty(), UnaryOperator.identity(), false, false, IDS);

    private Optional<LocalCosmosBuilder> local = DEFAULTS.local();
    private UnaryOperator<CosmosClientBuilder> client = DEFAULTS.client();
    private boolean databasePerTest;
    private boolean restoreBeforeEach;

    private Builder() {}

    /**
     * Gives the test class its own emulator, started before its first test and closed after its
     * last. Ignored on a real account. Default: one emulator for all test classes of the JVM, with
     * the defaults of {@link LocalCosmos#builder()}.
     *
     * @param emulator the settings of the emulator
     * @return this builder
     */
    public Builder emulator(LocalCosmosBuilder emulator) {
      this.local = Optional.of(Objects.requireNonNull(emulator, "emulator"));
      return this;
    }

    /**
     * Gives the test class its own emulator that simulates latency, replica lag, throttling,
     * partition limits and index builds. See {@link LocalCosmosBuilder#serviceConditions}; combine
     * it with other settings through {@link #emulator}. Ignored on a real account.
     *
     * @param seed determines random latencies and lags
     * @return this builder
     */
    public Builder serviceConditions(long seed) {
      return emulator(LocalCosmos.builder().serviceConditions(seed));
    }

    /**
     * Configures each client, for example its retries. Default: no changes.
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
     * Gives each test its own database, so that tests don't see each other's data. Default: all
     * tests of a class share a database.
     *
     * <p>This costs two requests for each test that uses it. Tests can share data in a database
     * that {@link LocalCosmosExtension#freshDatabase()} creates in a {@code @BeforeAll} method.
     * Tests that run concurrently with others of their class need the database as a parameter,
     * because {@link LocalCosmosExtension#database()} returns that of the test that started last.
     *
     * @return this builder
     */
    public Builder databasePerTest() {
      this.databasePerTest = true;
      return this;
    }

    /**
     * Starts each test from the state of the emulator after the {@code @BeforeAll} methods, as
     * {@link Snapshot} describes it. Tests of a nested class start from the state after its own
     * {@code @BeforeAll} methods, and these from the state of the outer class. Default: tests see
     * what earlier tests of their class wrote.
     *
     * <p>This takes about a millisecond for each test, whatever the number of items. The class has
     * its own emulator, with the defaults unless {@link #emulator} changes them, because classes
     * that run concurrently share the other one. The extension must be in a static field, and the
     * tests of the class must not run concurrently. On a real account the class is skipped.
     *
     * @return this builder
     */
    public Builder restoreBeforeEach() {
      this.restoreBeforeEach = true;
      return this;
    }

    /**
     * Creates the extension.
     *
     * @return an extension to register
     * @throws IllegalStateException if both {@link #databasePerTest} and {@link #restoreBeforeEach}
     *     are set
     */
    public LocalCosmosExtension build() {
      if (databasePerTest && restoreBeforeEach) {
        throw new IllegalStateException(
            "The extension has databasePerTest() and restoreBeforeEach(), which isolate tests in"
                + " two ways; set one of them.");
      }
      Optional<LocalCosmosBuilder> emulator =
          restoreBeforeEach ? local.or(() -> Optional.of(LocalCosmos.builder())) : local;
      return new LocalCosmosExtension(
          new ExtensionSettings(emulator, client, databasePerTest, restoreBeforeEach, IDS),
          Environment.ofProcess());
    }
  }
}
