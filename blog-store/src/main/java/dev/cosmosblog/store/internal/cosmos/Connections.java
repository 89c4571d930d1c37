package dev.cosmosblog.store.internal.cosmos;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosDiagnostics;
import com.azure.cosmos.CosmosDiagnosticsContext;
import com.azure.cosmos.CosmosException;
import dev.cosmosblog.store.error.AccessDeniedException;
import dev.cosmosblog.store.error.MisconfiguredException;
import dev.cosmosblog.store.error.StoreException.Failure;
import java.io.IOException;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** The exceptions for clients that can't work as they are configured. */
public final class Connections {
  private static final Pattern ENDPOINT = Pattern.compile("\"endpoint\":\"(https?://[^/\"]+)");
  private static final Set<ConsistencyLevel> TOO_WEAK =
      Set.of(ConsistencyLevel.CONSISTENT_PREFIX, ConsistencyLevel.EVENTUAL);
  private static final String ACTION = "connect";

  private Connections() {}

  /**
   * Returns the exception for a client that can't be built; empty if the account may only be
   * unavailable. The SDK throws exceptions of many types, which have the reason among their causes.
   */
  public static Optional<MisconfiguredException> misconfigured(RuntimeException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof CosmosException answer && isDenied(answer.getStatusCode())) {
        return Optional.of(
            new AccessDeniedException(
                failure(answer.getStatusCode(), answer.getSubStatusCode(), failure)));
      }
      if (cause instanceof SSLException) {
        return because(
            "The endpoint"
                + endpoint(failure).map(known -> " " + known).orElse("")
                + " doesn't use TLS as the client expects (%s). Use http:// for an emulator without"
                    .formatted(cause.getMessage())
                + " TLS, or add its certificate to the JVM's trust store.",
            failure);
      }
      if (cause instanceof IOException) {
        return Optional.empty();
      }
      if (CosmosErrors.isOfRegion(cause)) {
        return because(
            ("The SDK can't derive the host of a preferred region from the endpoint: %s. Give"
                    + " CosmosClientBuilder an endpoint with a name instead of an address, or no"
                    + " preferredRegions.")
                .formatted(cause.getMessage()),
            failure);
      }
    }
    if (repeatsKey(failure)) {
      return Optional.of(
          new MisconfiguredException(
              "The endpoint is a connection string. Give CosmosClientBuilder its AccountEndpoint as"
                  + " the endpoint and its AccountKey as the key.",
              // Without the cause, whose message has the key.
              failure(0, 0, null)));
    }
    return ofSettings(failure);
  }

  private static Optional<MisconfiguredException> ofSettings(RuntimeException failure) {
    // The last cause has the SDK's reason, such as "invalid serviceEndpoint".
    Throwable reason = failure;
    boolean isOfSettings = false;
    while (true) {
      isOfSettings |=
          reason instanceof IllegalArgumentException
              || reason instanceof NullPointerException
              || reason instanceof URISyntaxException;
      if (reason.getCause() == null) {
        break;
      }
      reason = reason.getCause();
    }
    return isOfSettings
        ? because(
            ("The SDK can't build a client: %s. Give CosmosClientBuilder an endpoint such as"
                    + " https://NAME.documents.azure.com:443/, and the account's key in Base64 or a"
                    + " TokenCredential.")
                .formatted(
                    reason instanceof NullPointerException
                        ? "the endpoint is missing"
                        : String.valueOf(reason.getMessage()).replaceAll("\\.+$", "")),
            failure)
        : Optional.empty();
  }

  private static boolean repeatsKey(RuntimeException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (String.valueOf(cause.getMessage()).contains("AccountKey=")) {
        return true;
      }
    }
    return false;
  }

  private static boolean isDenied(int status) {
    return status == 401 || status == 403;
  }

  private static Optional<MisconfiguredException> because(
      String message, RuntimeException failure) {
    return Optional.of(new MisconfiguredException(message, failure(0, 0, failure)));
  }

  private static Failure failure(int status, int subStatus, @Nullable RuntimeException cause) {
    return new Failure(
        ACTION + endpoint(cause).map(known -> " to " + known).orElse(""),
        status,
        subStatus,
        cause,
        false,
        false,
        null);
  }

  /** Returns the endpoint of a failed request; only the SDK's diagnostics contain it. */
  static Optional<String> endpoint(@Nullable Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof CosmosException answer) {
        Matcher known = ENDPOINT.matcher(String.valueOf(answer.getMessage()));
        return known.find() ? Optional.of(known.group(1)) : Optional.empty();
      }
    }
    return Optional.empty();
  }

  /**
   * Checks that a read had at least session consistency, without which a client doesn't see its own
   * writes. A mock has no diagnostics.
   */
  static void checkConsistency(@Nullable CosmosDiagnostics diagnostics) {
    CosmosDiagnosticsContext context =
        diagnostics == null ? null : diagnostics.getDiagnosticsContext();
    if (context != null && TOO_WEAK.contains(context.getEffectiveConsistencyLevel())) {
      throw new MisconfiguredException(
          ("Reads have the consistency %s, but the blog needs Session or a stronger one. Change the"
                  + " account's default, or the consistencyLevel of the client.")
              .formatted(context.getEffectiveConsistencyLevel()),
          new Failure(ACTION, 200, 0, null, false, false, null));
    }
  }
}
