package dev.cosmosblog.spring;

import dev.cosmosblog.store.error.AccessDeniedException;
import dev.cosmosblog.store.error.MisconfiguredException;
import dev.cosmosblog.store.error.SchemaMissingException;
import dev.cosmosblog.store.error.SettingsMismatchException;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.error.StoreUnavailableException;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;

/** Explains a failed start: why the blog can't use its account, and which property to correct. */
final class BlogFailureAnalyzer implements FailureAnalyzer {
  // The end of the message of a StoreException.
  private static final Pattern ENDPOINT = Pattern.compile(" (https?://\\S+): status \\d");
  // The message of netty's NotSslRecordException.
  private static final String PLAIN_HTTP = "not an SSL/TLS record";
  // A request of the control plane with Microsoft Entra ID.
  private static final int NOT_IN_THE_DATA_PLANE = 5300;
  private static final String SCHEMA_VERSION = "schemaVersion";

  BlogFailureAnalyzer() {}

  @Override
  public @Nullable FailureAnalysis analyze(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      Explanation found = explain(cause);
      if (found != null) {
        return new FailureAnalysis(found.description(), found.action(), cause);
      }
    }
    return null;
  }

  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause);
  }

  private static @Nullable Explanation explain(Throwable cause) {
    if (cause instanceof NoAccountException e) {
      return new Explanation(e.problem(), e.action());
    }
    if (cause instanceof AccessDeniedException e) {
      return denied(e);
    }
    if (cause instanceof SchemaMissingException e) {
      return new Explanation(
          e.getMessage(),
          "Set cosmosblog.provision to true, or deploy the containers with deploy/blog.bicep. Check"
              + " cosmosblog.database and cosmosblog.containers.");
    }
    if (cause instanceof MisconfiguredException e) {
      return misconfigured(e);
    }
    if (cause instanceof SettingsMismatchException e) {
      return differs(e);
    }
    return cause instanceof StoreUnavailableException e ? unavailable(e) : null;
  }

  private static Explanation denied(AccessDeniedException e) {
    if (e.statusCode() == HttpURLConnection.HTTP_UNAUTHORIZED) {
      return new Explanation(
          account(e) + " rejects the key or the credential.",
          "Set cosmosblog.key to a key of this account, and cosmosblog.endpoint to its URL. Without"
              + " a key, correct the bean of type TokenCredential.");
    }
    if (e.subStatusCode() == NOT_IN_THE_DATA_PLANE) {
      return new Explanation(
          account(e) + " doesn't let an identity of Microsoft Entra ID create containers.",
          "Set cosmosblog.provision to false, and deploy the containers with deploy/blog.bicep.");
    }
    return new Explanation(
        account(e)
            + (" denies access (403, substatus %d): the identity has no role, or the account's"
                    + " firewall blocks it.")
                .formatted(e.subStatusCode()),
        "Assign the role Cosmos DB Built-in Data Contributor to the identity, as deploy/blog.bicep"
            + " does for its principalIds, or set cosmosblog.key. Check the firewall, too.");
  }

  private static Explanation misconfigured(MisconfiguredException e) {
    Optional<Throwable> tls = causes(e).filter(cause -> cause instanceof SSLException).findFirst();
    if (tls.isEmpty()) {
      return new Explanation(
          e.getMessage(),
          "Correct cosmosblog.endpoint, cosmosblog.key, or the client that the application"
              + " declares.");
    }
    if (String.valueOf(tls.get().getMessage()).contains(PLAIN_HTTP)) {
      return new Explanation(
          account(e) + " uses plain HTTP, but the SDK expects TLS.",
          "Set cosmosblog.endpoint to a URL with https://. For an emulator, set it to the URL with"
              + " http://; on another machine, or with your own client, that needs gateway mode"
              + " (cosmosblog.gateway-mode=true) and the JVM option"
              + " -DCOSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED=true, too.");
    }
    return new Explanation(
        account(e) + " can't be reached with TLS: " + last(tls.get()) + ".",
        "Import its certificate into a trust store, and start the JVM with"
            + " -Djavax.net.ssl.trustStore=FILE. For an emulator on this machine, set"
            + " cosmosblog.endpoint to its URL with http:// instead.");
  }

  private static Explanation differs(SettingsMismatchException e) {
    String properties =
        e.differences().stream()
            .map(difference -> difference.substring(0, difference.indexOf(' ')))
            .filter(setting -> !setting.equals(SCHEMA_VERSION))
            .map(setting -> "cosmosblog." + DataObjectPropertyName.toDashedForm(setting))
            .collect(Collectors.joining(", "));
    return new Explanation(
        "The application has other settings than the blog: %s."
            .formatted(String.join("; ", e.differences())),
        properties.isEmpty()
            ? "Use a version of the library that supports the blog's schema version."
            : "Set %s to the blog's values; or change the blog's, with 'blog-cli provision %s'."
                .formatted(properties, "--change-settings"));
  }

  private static Explanation unavailable(StoreUnavailableException e) {
    String reason =
        causes(e)
            .filter(cause -> cause instanceof IOException)
            .findFirst()
            .map(BlogFailureAnalyzer::last)
            .orElse("status %d, substatus %d".formatted(e.statusCode(), e.subStatusCode()));
    return new Explanation(
        account(e) + " can't be reached: " + reason + ".",
        "Check cosmosblog.endpoint, the network, and that the account or emulator runs. Set"
            + " cosmosblog.gateway-mode to true if a firewall opens only port 443.");
  }

  /** Returns the endpoint to which the SDK connected, which may not be that of a property. */
  private static String account(StoreException e) {
    Matcher endpoint = ENDPOINT.matcher(String.valueOf(e.getMessage()));
    return endpoint.find() ? "The account at " + endpoint.group(1) : "The blog's account";
  }

  /** Returns the last cause, which is the most specific one. */
  private static String last(Throwable failure) {
    Throwable last = causes(failure).reduce(failure, (before, cause) -> cause);
    return last.getClass().getSimpleName() + ": " + last.getMessage();
  }

  private record Explanation(@Nullable String description, String action) {}
}
