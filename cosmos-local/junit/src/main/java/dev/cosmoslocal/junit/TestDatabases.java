package dev.cosmoslocal.junit;

import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The databases of a test class or a test, deleted after it. Thread-safe. */
@SuppressWarnings("deprecation") // JUnit 5.12 closes nothing else.
final class TestDatabases implements AutoCloseable, ExtensionContext.Store.CloseableResource {
  private static final int NOT_FOUND = 404;

  private final TestEndpoint endpoint;
  private final Supplier<String> names;

  // Guarded by this.
  private final List<CosmosDatabase> databases = new ArrayList<>();

  // Guarded by this.
  private @Nullable CosmosDatabase first;

  TestDatabases(TestEndpoint endpoint, Supplier<String> names) {
    this.endpoint = endpoint;
    this.names = names;
  }

  TestEndpoint endpoint() {
    return endpoint;
  }

  String freshName() {
    return names.get();
  }

  /** Always the same database. */
  synchronized CosmosDatabase shared() {
    CosmosDatabase known = first;
    if (known == null) {
      known = fresh();
      first = known;
    }
    return known;
  }

  synchronized CosmosDatabase fresh() {
    String name = freshName();
    endpoint.client().createDatabase(name);
    return deletedAfterwards(endpoint.client().getDatabase(name));
  }

  synchronized CosmosDatabase deletedAfterwards(CosmosDatabase database) {
    databases.add(database);
    return database;
  }

  /** Adds the emulator's last requests to a failure. */
  synchronized void report(Throwable failure) {
    Set<String> ids = databases.stream().map(CosmosDatabase::getId).collect(Collectors.toSet());
    endpoint
        .local()
        .map(local -> LastRequestsReport.of(local.lastRequests(), ids))
        .ifPresent(failure::addSuppressed);
  }

  /** Tries to delete each, and throws the first failure with the others suppressed. */
  @Override
  public synchronized void close() {
    RuntimeException failure = null;
    for (CosmosDatabase database : databases) {
      try {
        delete(database);
      } catch (RuntimeException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    databases.clear();
    if (failure != null) {
      throw failure;
    }
  }

  /** The test may have deleted it itself. */
  private static void delete(CosmosDatabase database) {
    try {
      database.delete();
    } catch (CosmosException refusal) {
      if (refusal.getStatusCode() != NOT_FOUND) {
        throw refusal;
      }
    }
  }
}
