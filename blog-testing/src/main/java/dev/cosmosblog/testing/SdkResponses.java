package dev.cosmosblog.testing;

import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.withSettings;

import com.azure.cosmos.models.CosmosBatchOperationResult;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.util.CosmosPagedIterable;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mockito.Answers;
import org.mockito.MockSettings;

/**
 * The SDK's responses, which have no public constructors. They are mocks without stubbings, so that
 * Mockito's strict mode doesn't report unused ones.
 */
final class SdkResponses {
  private static final String ETAG = "\"1\"";

  private SdkResponses() {}

  /** Returns settings of a mock that has some results by method, and Mockito's defaults. */
  private static MockSettings with(Function<String, @Nullable Object> results) {
    return withSettings()
        .stubOnly()
        .defaultAnswer(
            call -> {
              Object result = results.apply(call.getMethod().getName());
              return result == null ? Answers.RETURNS_DEFAULTS.answer(call) : result;
            });
  }

  /** The response to a point read or write; without content if the item is null. */
  static CosmosItemResponse<?> item(@Nullable Object item) {
    return mock(
        CosmosItemResponse.class,
        with(
            method ->
                switch (method) {
                  case "getItem" -> item;
                  case "getETag" -> ETAG;
                  default -> null;
                }));
  }

  static FeedResponse<?> page(List<Object> items) {
    return mock(FeedResponse.class, with(method -> method.equals("getResults") ? items : null));
  }

  /** The only page of a query. */
  static CosmosPagedIterable<?> query(List<Object> items) {
    FeedResponse<?> page = page(items);
    return mock(
        CosmosPagedIterable.class,
        with(method -> method.equals("streamByPage") ? Stream.of(page) : null));
  }

  /** The response to a batch with the statuses of its operations, or with none. */
  static CosmosBatchResponse batch(int status, List<Integer> statuses) {
    List<CosmosBatchOperationResult> results =
        statuses.stream().map(SdkResponses::operation).toList();
    return mock(
        CosmosBatchResponse.class,
        with(
            method ->
                switch (method) {
                  case "getStatusCode" -> status;
                  case "isSuccessStatusCode" -> isSuccess(status);
                  case "getRetryAfterDuration" -> Duration.ZERO;
                  case "getResults" -> results;
                  case "size" -> results.size();
                  default -> null;
                }));
  }

  private static CosmosBatchOperationResult operation(int status) {
    return mock(
        CosmosBatchOperationResult.class,
        with(
            method ->
                switch (method) {
                  case "getStatusCode" -> status;
                  case "isSuccessStatusCode" -> isSuccess(status);
                  default -> null;
                }));
  }

  private static boolean isSuccess(int status) {
    return status >= 200 && status < 300;
  }
}
