package dev.cosmoslocal.internal.http.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmoslocal.internal.exchange.ApiRequest;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class KnownSignaturesTest {
  private static final List<String> ITEM = List.of("dbs", "d", "colls", "c", "docs", "i");

  private final KnownSignatures known = new KnownSignatures();

  private boolean keeps(String method, List<String> path, String date) {
    ApiRequest request =
        new ApiRequest(method, path, new DefaultHttpHeaders().add("x-ms-date", date));
    known.add("signature", request);
    return known.has("signature", request);
  }

  /** Otherwise, a path of 16 KB would occupy 425 KB until its entry is replaced. */
  @Test
  void longTextsAreNotCached() {
    assertThat(keeps("GET", ITEM, "date")).isTrue();
    assertThat(keeps("GET", Collections.nCopies(8_000, "a"), "date")).isFalse();
    assertThat(keeps("GET", List.of("dbs", "d".repeat(2_100)), "date")).isFalse();
    assertThat(keeps("GET", ITEM, "date".repeat(1_000))).isFalse();
    assertThat(keeps("BREW".repeat(1_000), ITEM, "date")).isFalse();
  }
}
