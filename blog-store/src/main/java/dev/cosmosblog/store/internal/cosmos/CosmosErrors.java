package dev.cosmosblog.store.internal.cosmos;

import dev.cosmosblog.store.error.AccessDeniedException;
import dev.cosmosblog.store.error.LogicalPartitionFullException;
import dev.cosmosblog.store.error.SchemaMissingException;
import dev.cosmosblog.store.error.SdkFailureException;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.error.StoreException.Failure;
import dev.cosmosblog.store.error.StoreRejectedException;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.error.ThrottledException;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The meaning of statuses, by Microsoft's page "HTTP status codes for Azure Cosmos DB". */
final class CosmosErrors {
  // A 404 with this substatus speaks of the container or database, not of the item.
  private static final int OWNER_MISSING = 1003;
  // A 404 with one of these: a replica lags behind, or the container is being created.
  private static final Set<Integer> NOT_YET = Set.of(1002, 1013);
  // Microsoft's page "Designing resilient applications with Azure Cosmos DB SDKs", without its 403
  // and with the answers of proxies. 0 is no answer, or none that the SDK understands.
  private static final Set<Integer> RETRY_STATUSES = Set.of(0, 408, 410, 429, 449, 502, 503, 504);
  // A 403 with this substatus: HttpConstants.SubStatusCodes in the SDK, PARTITION_KEY_SIZE.
  private static final int PARTITION_FULL = 1014;

  private CosmosErrors() {}

  /** Returns what a replica would answer that knew that it is behind. */
  static <T> Answer<T> behind(Answer<T> answer) {
    return Answer.failed(404, 1002, answer.charge(), answer.retryAfter(), answer.cause());
  }

  /** Returns whether a 404 says that the item does not exist. */
  static boolean itemMissing(Answer<?> answer) {
    return answer.subStatus() != OWNER_MISSING && !NOT_YET.contains(answer.subStatus());
  }

  static StoreException translate(
      String action, Answer<?> answer, boolean isWrite, @Nullable String createdId) {
    Failure failure = failure(action, answer, isWrite, createdId);
    return switch (answer.status()) {
      case 401 -> new AccessDeniedException(failure);
      case 403 ->
          answer.subStatus() == PARTITION_FULL
              ? new LogicalPartitionFullException(failure)
              : new AccessDeniedException(failure);
      case 404 ->
          NOT_YET.contains(answer.subStatus())
              ? new StoreUnavailableException(failure)
              : new SchemaMissingException(failure);
      case 429 -> {
        Duration wait = answer.retryAfter();
        // The SDK gives -1 ms where the service did not say.
        yield new ThrottledException(
            failure, wait == null || wait.isNegative() ? Duration.ZERO : wait);
      }
      case 0 ->
          answer.answered() || isOfTheWay(answer.cause())
              ? new StoreUnavailableException(failure)
              : new SdkFailureException(failure);
      case 408, 410, 449, 500, 502, 503, 504 -> new StoreUnavailableException(failure);
      default -> new StoreRejectedException(failure);
    };
  }

  /** Returns the failure of a write that was refused, and that another request may have done. */
  static StoreUnavailableException unknown(
      String action, Answer<?> answer, @Nullable String createdId) {
    return new StoreUnavailableException(
        new Failure(
            action, answer.status(), answer.subStatus(), answer.cause(), true, true, createdId));
  }

  /** Whether a request ended before its answer came: interrupted, or after too long a wait. */
  private static boolean isOfTheWay(@Nullable Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof InterruptedException
          || cause instanceof TimeoutException
          || cause instanceof IOException) {
        return true;
      }
    }
    return false;
  }

  static Failure failure(
      String action, Answer<?> answer, boolean isWrite, @Nullable String createdId) {
    int status = answer.status();
    int subStatus = answer.subStatus();
    boolean isTransient =
        answer.answered()
            && (RETRY_STATUSES.contains(status) || (status == 404 && NOT_YET.contains(subStatus)));
    return new Failure(action, status, subStatus, answer.cause(), isTransient, isWrite, createdId);
  }

  /**
   * Returns the answer with the error number that a script threw as its status. The service answers
   * 400 with the number as the substatus: "throw new Error(errorCode, message)" in
   * Azure/azure-cosmos-dotnet-v3 issue 48.
   */
  static Answer<Void> thrownByScript(Answer<Void> answer) {
    int thrown = answer.subStatus();
    return answer.status() == 400 && thrown >= 400 && thrown < 600
        ? Answer.failed(thrown, 0, answer.charge(), answer.retryAfter(), answer.cause())
        : answer;
  }
}
