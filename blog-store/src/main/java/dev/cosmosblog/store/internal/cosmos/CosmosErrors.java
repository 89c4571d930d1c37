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
import dev.cosmosblog.store.spi.Response;
import dev.cosmosblog.store.spi.Response.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The meaning of statuses, by Microsoft's page "HTTP status codes for Azure Cosmos DB". */
final class CosmosErrors {
  // Microsoft's page "Designing resilient applications with Azure Cosmos DB SDKs", without its 403
  // and with the responses of proxies. 0 means no response, or none that the SDK understands.
  private static final Set<Integer> RETRY_STATUSES = Set.of(0, 408, 410, 429, 449, 502, 503, 504);
  // The substatus of a replica that lags behind.
  private static final int BEHIND = 1002;
  // The SDK's substatus for the end of an end-to-end timeout: CLIENT_OPERATION_TIMEOUT.
  private static final int CLIENT_TIMEOUT = 20008;
  // A 403 with this substatus: HttpConstants.SubStatusCodes in the SDK, PARTITION_KEY_SIZE.
  private static final int PARTITION_FULL = 1014;

  private CosmosErrors() {}

  /** Returns the response of a replica that detects its lag. */
  static <T> Response<T> behind(Response<T> response) {
    return response.as(404, BEHIND);
  }

  /** Returns the response for a request that was given up at the operation's timeout. */
  static <T> Response<T> timedOut() {
    return new Response<>(new Outcome(408, CLIENT_TIMEOUT, null, true, null), 0, null, null, null);
  }

  /** Returns the response for a request that isn't sent after the operation's timeout. */
  static <T> Response<T> tooLate() {
    return new Response<>(new Outcome(408, CLIENT_TIMEOUT, null, false, null), 0, null, null, null);
  }

  static StoreException translate(
      String action, Response<?> answer, boolean isWrite, @Nullable String createdId) {
    Failure failure = failure(action, answer, isWrite, createdId);
    return switch (answer.status()) {
      case 401 -> new AccessDeniedException(failure);
      case 403 ->
          answer.subStatus() == PARTITION_FULL
              ? new LogicalPartitionFullException(failure)
              : new AccessDeniedException(failure);
      case 404 ->
          answer.isNotYet()
              ? new StoreUnavailableException(failure)
              : SchemaMissingException.ofContainer(failure);
      case 429 -> {
        Duration wait = answer.outcome().retryAfter();
        // The SDK gives -1 ms where the service did not say.
        yield new ThrottledException(
            failure, wait == null || wait.isNegative() ? Duration.ZERO : wait);
      }
      case 0 ->
          answer.outcome().sent() || isOfTheWay(answer.cause()) || isMomentary(answer.cause())
              ? new StoreUnavailableException(failure)
              : new SdkFailureException(failure);
      case 408, 410, 449, 500, 502, 503, 504 -> new StoreUnavailableException(failure);
      default -> new StoreRejectedException(failure);
    };
  }

  /** Returns the failure of a write that was rejected but that another request may have applied. */
  static StoreUnavailableException unknown(
      String action, Response<?> answer, @Nullable String createdId) {
    return new StoreUnavailableException(
        new Failure(
            action, answer.status(), answer.subStatus(), answer.cause(), true, true, createdId));
  }

  /** Whether a request ended without a response: by an interrupt or a timeout. */
  private static boolean isOfTheWay(@Nullable Throwable failure) {
    return hasCause(
        failure, Set.of(InterruptedException.class, TimeoutException.class, IOException.class));
  }

  /**
   * Whether the SDK can't send a request at the moment. On a busy machine, Reactor rejects a task
   * now and then ("Scheduler unavailable", reactor-core issue 4061).
   */
  private static boolean isMomentary(@Nullable Throwable failure) {
    return isOfRegion(failure) || hasCause(failure, Set.of(RejectedExecutionException.class));
  }

  private static boolean hasCause(@Nullable Throwable failure, Set<Class<?>> types) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      for (Class<?> type : types) {
        if (type.isInstance(cause)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether the SDK knows no endpoint of a region: LocationHelper#getLocationEndpoint. */
  static boolean isOfRegion(@Nullable Throwable failure) {
    return failure != null && String.valueOf(failure.getMessage()).startsWith("invalid location");
  }

  static Failure failure(
      String action, Response<?> answer, boolean isWrite, @Nullable String createdId) {
    int status = answer.status();
    int subStatus = answer.subStatus();
    boolean isTransient =
        (answer.outcome().sent() || subStatus == CLIENT_TIMEOUT || isMomentary(answer.cause()))
            && (RETRY_STATUSES.contains(status) || answer.isNotYet());
    // Not for throttling, because the SDK builds a text of kilobytes for it.
    boolean mayBeOfClient =
        status == 401 || status == 403 || status == 503 || (status == 404 && !answer.isNotYet());
    String place =
        mayBeOfClient
            ? Connections.endpoint(answer.cause()).map(known -> " at " + known).orElse("")
            : "";
    return new Failure(
        action + place, status, subStatus, answer.cause(), isTransient, isWrite, createdId);
  }

  /**
   * Returns the response with the error number that a script threw as its status. The service
   * responds with 400 and the number as the substatus: "throw new Error(errorCode, message)" in
   * Azure/azure-cosmos-dotnet-v3 issue 48.
   */
  static Response<Void> thrownByScript(Response<Void> answer) {
    int thrown = answer.subStatus();
    return answer.status() == 400 && thrown >= 400 && thrown < 600 ? answer.as(thrown, 0) : answer;
  }
}
