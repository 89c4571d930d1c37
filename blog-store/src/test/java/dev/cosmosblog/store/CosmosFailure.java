package dev.cosmosblog.store;

import com.azure.cosmos.CosmosException;
import java.util.Map;

/** A failure as the SDK throws it. */
final class CosmosFailure extends CosmosException {
  private static final long serialVersionUID = 1L;

  /** The charge of each failed request, in RU. */
  static final double CHARGE = 1.25;

  private CosmosFailure(int status, Map<String, String> headers) {
    super(status, "told by a test", headers, null);
  }

  static CosmosFailure of(int status) {
    return of(status, 0);
  }

  static CosmosFailure of(int status, int subStatus) {
    return new CosmosFailure(
        status,
        Map.of(
            "x-ms-substatus", String.valueOf(subStatus),
            "x-ms-request-charge", String.valueOf(CHARGE)));
  }

  static CosmosFailure throttled(long retryAfterMillis) {
    return new CosmosFailure(
        429,
        Map.of(
            "x-ms-retry-after-ms", String.valueOf(retryAfterMillis),
            "x-ms-request-charge", String.valueOf(CHARGE)));
  }
}
