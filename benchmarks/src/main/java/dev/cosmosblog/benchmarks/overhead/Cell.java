package dev.cosmosblog.benchmarks.overhead;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * What a request took by each way.
 *
 * @param what what it does
 * @param sdk by hand
 * @param store by this library
 * @param sdkBytes what the client's process allocated for it, by hand
 * @param storeBytes the same by this library
 * @param springData by Azure Spring Data Cosmos; null where that was left out
 */
record Cell(
    String what,
    Took sdk,
    Took store,
    long sdkBytes,
    long storeBytes,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Took springData) {
  static final double MOST_TIME = 1.05;
  static final double MOST_BYTES = 1.2;

  @JsonProperty
  double timeRatio() {
    return ratio(store.ms(), sdk.ms());
  }

  @JsonProperty
  double bytesRatio() {
    return ratio(storeBytes, sdkBytes);
  }

  @JsonProperty
  boolean timeMet() {
    return timeRatio() <= MOST_TIME;
  }

  @JsonProperty
  boolean bytesMet() {
    return bytesRatio() <= MOST_BYTES;
  }

  private static double ratio(double store, double sdk) {
    return Math.round(store / sdk * 1_000) / 1_000.0;
  }
}
