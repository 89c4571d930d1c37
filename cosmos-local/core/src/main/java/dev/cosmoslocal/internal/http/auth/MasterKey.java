package dev.cosmoslocal.internal.http.auth;

import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.Headers;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/**
 * Checks that a request is recent and signed with the account's key (Microsoft Learn, "Access
 * control in the Azure Cosmos DB SQL API"; the SDK signs in its class
 * BaseAuthorizationTokenProvider).
 */
public final class MasterKey {
  private static final String PREFIX = "type=master&ver=1.0&sig=";
  private static final byte[] NOTHING = {};
  private static final Duration VALID = Duration.ofMinutes(15);

  private final Signer signature;
  private final Clock clock;

  /**
   * The date parsed last: clients send one for each second, and parsing it costs more than the
   * signature.
   */
  private volatile SentDate latest = new SentDate("", Instant.EPOCH);

  public MasterKey(Signer signature, Clock clock) {
    this.signature = signature;
    this.clock = clock;
  }

  private record SentDate(String text, Instant instant) {}

  /** Fails with 401 for a missing or wrong signature. */
  void checkSignature(String token, ApiRequest request) {
    byte[] given = signature(token);
    SignedResource resource = SignedResource.of(request.path());
    boolean valid = matches(given, request, resource.type(), resource.fullName());
    if (!valid && !matches(given, request, resource.type(), resource.rid())) {
      throw new EngineException(
          401,
          0,
          "The input authorization token can't serve the request. The wrong key is being used or"
              + " the expected payload is not built as per the protocol.");
    }
  }

  /** Fails with 403 for a date more than 15 minutes away, 401 for none. */
  void checkFresh(ApiRequest request) {
    String date = request.header(Headers.X_DATE).or(() -> request.header(Headers.DATE)).orElse("");
    if (Duration.between(read(date), clock.instant()).abs().compareTo(VALID) > 0) {
      throw new EngineException(
          403,
          0,
          "The authorization token is not valid at the current time: its date is more than 15"
              + " minutes away.");
    }
  }

  private Instant read(String date) {
    SentDate known = latest;
    if (!known.text.equals(date)) {
      try {
        known = new SentDate(date, Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date)));
      } catch (DateTimeException e) {
        throw new EngineException(401, 0, "The x-ms-date header is missing or malformed.");
      }
      latest = known;
    }
    return known.instant;
  }

  private boolean matches(byte[] given, ApiRequest request, String type, String link) {
    String xDate = request.header(Headers.X_DATE).orElse("").toLowerCase(Locale.ROOT);
    String date =
        xDate.isEmpty() ? request.header(Headers.DATE).orElse("").toLowerCase(Locale.ROOT) : "";
    String verb = request.method().toLowerCase(Locale.ROOT);
    return MessageDigest.isEqual(
        given, signature.of(String.join("\n", List.of(verb, type, link, xDate, date, ""))));
  }

  private static byte[] signature(String token) {
    try {
      return token.startsWith(PREFIX)
          ? Base64.getDecoder().decode(token.substring(PREFIX.length()))
          : NOTHING;
    } catch (IllegalArgumentException e) {
      return NOTHING;
    }
  }
}
