package dev.cosmoslocal.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmoslocal.SettableClock;
import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.http.auth.Credentials;
import dev.cosmoslocal.internal.http.auth.MasterKey;
import dev.cosmoslocal.internal.http.auth.ResourceTokens;
import dev.cosmoslocal.internal.http.auth.Signer;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class CredentialsTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final List<String> ITEM = List.of("dbs", "d", "colls", "c", "docs", "i");

  private final SettableClock clock = SettableClock.runningWith(Clock.fixed(NOW, ZoneOffset.UTC));
  private final Signer signature =
      new Signer(Base64.getEncoder().encodeToString("secret".getBytes(StandardCharsets.UTF_8)));
  private final Credentials credentials =
      new Credentials(
          new MasterKey(signature, clock),
          new ResourceTokens(new Account(Clock.systemUTC(), 1), signature, clock));

  @Test
  void aValidSignatureStaysValid() {
    String authorization = authorization("GET", "dbs/d/colls/c/docs/i", date(NOW));
    for (int i = 0; i < 3; i++) {
      assertThatCode(() -> credentials.check(request("GET", ITEM, date(NOW), authorization)))
          .doesNotThrowAnyException();
    }
  }

  @Test
  void aSignatureIsInvalidForOtherRequests() {
    String authorization = authorization("GET", "dbs/d/colls/c/docs/i", date(NOW));
    credentials.check(request("GET", ITEM, date(NOW), authorization));
    List<String> other = List.of("dbs", "d", "colls", "c", "docs", "j");
    assertRefused(401, request("DELETE", ITEM, date(NOW), authorization));
    assertRefused(401, request("GET", other, date(NOW), authorization));
    assertRefused(401, request("GET", ITEM, date(NOW.plusSeconds(1)), authorization));
    assertRefused(401, request("GET", ITEM, "", authorization));
    assertRefused(401, request("GET", ITEM, date(NOW), authorization.replace("%3D", "")));
  }

  /** SDK for Java, BaseAuthorizationTokenProvider, and REST API, "Access control". */
  @Test
  void requestsByResourceIdSignTheLastIdInLowerCase() {
    List<String> byRids =
        List.of("dbs", "AbCdAA==", "colls", "AbCdAKLmNoA=", "docs", "AbCdAKLmNoABAAAAAAAAAA==");
    String lower = authorization("GET", "abcdaklmnoabaaaaaaaaaa==", date(NOW));
    assertThatCode(() -> credentials.check(request("GET", byRids, date(NOW), lower)))
        .doesNotThrowAnyException();
    String asSent = authorization("GET", "AbCdAKLmNoABAAAAAAAAAA==", date(NOW));
    assertRefused(401, request("GET", byRids, date(NOW), asSent));
  }

  /** A list is signed by the id of its owner. */
  @Test
  void listsByResourceIdSignTheOwnersIdInLowerCase() {
    List<String> items = List.of("dbs", "AbCdAA==", "colls", "AbCdAKLmNoA=", "docs");
    String list = authorization("POST", "abcdaklmnoa=", date(NOW));
    assertThatCode(() -> credentials.check(request("POST", items, date(NOW), list)))
        .doesNotThrowAnyException();
  }

  /** A segment with this name is signed, except for operations on a container. */
  @Test
  void aContainerListSignatureIsInvalidForAContainerNamedOperations() {
    List<String> items = List.of("dbs", "d", "colls", "operations", "docs");
    String date = date(NOW);
    String list = authorization("POST", "colls", "dbs/d", date);
    assertRefused(401, request("POST", items, date, list));
    String own = authorization("POST", "docs", "dbs/d/colls/operations", date);
    assertThatCode(() -> credentials.check(request("POST", items, date, own)))
        .doesNotThrowAnyException();
    List<String> deletion = List.of("dbs", "d", "colls", "c", "operations", "partitionkeydelete");
    String container = authorization("POST", "colls", "dbs/d/colls/c", date);
    assertThatCode(() -> credentials.check(request("POST", deletion, date, container)))
        .doesNotThrowAnyException();
  }

  @Test
  void aValidSignatureExpires() {
    String authorization = authorization("GET", "dbs/d/colls/c/docs/i", date(NOW));
    ApiRequest request = request("GET", ITEM, date(NOW), authorization);
    credentials.check(request);
    clock.advance(Duration.ofMinutes(16));
    assertRefused(403, request);
  }

  private void assertRefused(int status, ApiRequest request) {
    assertThatThrownBy(() -> credentials.check(request))
        .isInstanceOfSatisfying(
            EngineException.class, refusal -> assertThat(refusal.status()).isEqualTo(status));
  }

  private static ApiRequest request(
      String method, List<String> path, String date, String authorization) {
    HttpHeaders headers = new DefaultHttpHeaders();
    headers.add("Authorization", authorization);
    if (!date.isEmpty()) {
      headers.add("x-ms-date", date);
    }
    return new ApiRequest(method, path, headers, new byte[0]);
  }

  private String authorization(String verb, String link, String date) {
    return authorization(verb, "docs", link, date);
  }

  private String authorization(String verb, String type, String link, String date) {
    String text =
        String.join(
            "\n", verb.toLowerCase(Locale.ROOT), type, link, date.toLowerCase(Locale.ROOT), "", "");
    return URLEncoder.encode(
        "type=master&ver=1.0&sig=" + Base64.getEncoder().encodeToString(signature.of(text)),
        StandardCharsets.UTF_8);
  }

  private static String date(Instant instant) {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(instant.atOffset(ZoneOffset.UTC));
  }
}
