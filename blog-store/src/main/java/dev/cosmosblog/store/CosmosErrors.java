package dev.cosmosblog.store;

import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.fasterxml.jackson.core.JacksonException;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.store.StoreException.Failure;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The one place where the SDK's failures become ours. Which status means what: Microsoft's page
 * "HTTP status codes for Azure Cosmos DB".
 */
final class CosmosErrors {
  private static final int BAD_REQUEST = 400;

  static final int NOT_FOUND = 404;
  static final int CONFLICT = 409;
  static final int PRECONDITION_FAILED = 412;

  /** A 404 with this substatus speaks of the container or database, not of the item. */
  static final int OWNER_MISSING = 1003;

  /**
   * A 404 with one of these speaks of a replica that is behind, or of a container that is being
   * made.
   */
  private static final Set<Integer> NOT_YET = Set.of(1002, 1013);

  /**
   * What passes by itself: "Designing resilient applications with Azure Cosmos DB SDKs" of
   * Microsoft, less its 403 and with the answers of proxies. 0 is no answer, or none that the SDK
   * understands.
   */
  private static final Set<Integer> PASSING = Set.of(0, 408, 410, 429, 449, 502, 503, 504);

  private CosmosErrors() {}

  /** Whether the same request may do better a little later. */
  static boolean passing(int status, int subStatus) {
    return PASSING.contains(status) || (status == NOT_FOUND && NOT_YET.contains(subStatus));
  }

  /** Whether a 404 says that there is no such item. */
  static boolean itemMissing(int subStatus) {
    return subStatus != OWNER_MISSING && !NOT_YET.contains(subStatus);
  }

  static BlogException translate(String action, RuntimeException failure) {
    CosmosException cosmos = answer(failure);
    if (cosmos != null) {
      Failure facts =
          new Failure(action, cosmos.getStatusCode(), cosmos.getSubStatusCode(), failure);
      return of(facts, cosmos.getRetryAfterDuration());
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof JacksonException) {
        return new MalformedItemException("", "a property has another type (" + action + ").");
      }
      if (cause instanceof InterruptedException) {
        // Reactor's iterables wrap it, and take the flag away with it.
        Thread.currentThread().interrupt();
      }
    }
    return new StoreUnavailableException(new Failure(action, 0, 0, failure));
  }

  /**
   * What Cosmos DB answered, or null where it did not. Where several partitions failed one query,
   * their answers are suppressed by an exception of Reactor's, and that may be a cause itself.
   */
  private static @Nullable CosmosException answer(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof CosmosException cosmos) {
        return cosmos;
      }
      for (Throwable suppressed : cause.getSuppressed()) {
        if (suppressed instanceof CosmosException cosmos) {
          return cosmos;
        }
      }
    }
    return null;
  }

  /**
   * The number of the error that a script threw, or 0. The service answers 400 with the number as
   * the substatus: "throw new Error(errorCode, message)" in Azure/azure-cosmos-dotnet-v3 issue 48.
   */
  static int thrownByScript(CosmosException e) {
    boolean isStatus = e.getSubStatusCode() >= 400 && e.getSubStatusCode() < 600;
    return e.getStatusCode() == BAD_REQUEST && isStatus ? e.getSubStatusCode() : 0;
  }

  /** A script's failure that is no value: what it threw counts as if the request had met it. */
  static StoreException translateScript(String action, String script, CosmosException e) {
    int thrown = thrownByScript(e);
    if (thrown != 0) {
      return of(new Failure(action, thrown, 0, e), e.getRetryAfterDuration());
    }
    Failure facts = new Failure(action, e.getStatusCode(), e.getSubStatusCode(), e);
    return e.getStatusCode() == NOT_FOUND && itemMissing(e.getSubStatusCode())
        ? new SchemaMissingException(script, facts)
        : of(facts, e.getRetryAfterDuration());
  }

  static StoreException translate(String action, CosmosBatchResponse response) {
    Failure facts =
        new Failure(action, response.getStatusCode(), response.getSubStatusCode(), null);
    return of(facts, response.getRetryAfterDuration());
  }

  private static StoreException of(Failure failure, @Nullable Duration retryAfter) {
    return switch (failure.statusCode()) {
      case 401, 403 -> new AccessDeniedException(failure);
      case NOT_FOUND ->
          NOT_YET.contains(failure.subStatusCode())
              ? new StoreUnavailableException(failure)
              : new SchemaMissingException(failure);
      case 429 -> new ThrottledException(failure, waitFor(retryAfter));
      case 0, 408, 410, 449, 500, 502, 503, 504 -> new StoreUnavailableException(failure);
      default -> new StoreRejectedException(failure);
    };
  }

  /** The SDK gives -1 ms where the service did not say. */
  private static Duration waitFor(@Nullable Duration retryAfter) {
    return retryAfter == null || retryAfter.isNegative() ? Duration.ZERO : retryAfter;
  }
}
