package dev.cosmosblog.store;

import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.lenient;
import static org.mockito.Mockito.mock;

import com.azure.cosmos.models.CosmosBatchOperationResult;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.util.CosmosPagedIterable;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.mockito.invocation.InvocationOnMock;

/** Cosmos DB's responses, as the SDK returns them. */
final class Responses {
  static final String ETAG = "\"etag-1\"";

  private static final ObjectMapper JSON = new ObjectMapper();

  private Responses() {}

  /** An item that was read, or written with its content in the response. */
  static <T> CosmosItemResponse<T> item(@Nullable T item, double charge) {
    CosmosItemResponse<T> response = mock();
    lenient().when(response.getItem()).thenReturn(item);
    lenient().when(response.getETag()).thenReturn(ETAG);
    lenient().when(response.getRequestCharge()).thenReturn(charge);
    return response;
  }

  /** The response to a point read, with the item as the requested type. */
  static CosmosItemResponse<?> toRead(InvocationOnMock read, Object item) {
    Class<?> form = read.getArgument(2);
    return item(form.isInstance(item) ? item : JSON.convertValue(item, form), 1);
  }

  static <T> T as(Class<T> form, Object item) {
    return JSON.convertValue(item, form);
  }

  /** A write that was done; no content comes back. */
  static <T> CosmosItemResponse<T> written(double charge) {
    return item(null, charge);
  }

  /** A batch that was done. */
  static CosmosBatchResponse batchDone(double charge) {
    return batch(200, 0, charge, List.of());
  }

  /** A batch that failed at one of its two operations; the SDK gives its status to the whole. */
  static CosmosBatchResponse batchFailedAt(int index, int status, int subStatus) {
    List<CosmosBatchOperationResult> results =
        IntStream.range(0, 2)
            .mapToObj(i -> i == index ? result(status, subStatus) : result(424, 0))
            .toList();
    return batch(status, subStatus, 2.5, results);
  }

  /** A batch that was rejected as a whole. */
  static CosmosBatchResponse batchRefused(int status, int subStatus, Duration retryAfter) {
    CosmosBatchResponse response = batch(status, subStatus, 2.5, List.of());
    lenient().when(response.getRetryAfterDuration()).thenReturn(retryAfter);
    return response;
  }

  private static CosmosBatchResponse batch(
      int status, int subStatus, double charge, List<CosmosBatchOperationResult> results) {
    CosmosBatchResponse response = mock();
    lenient().when(response.isSuccessStatusCode()).thenReturn(status >= 200 && status < 300);
    lenient().when(response.getStatusCode()).thenReturn(status);
    lenient().when(response.getSubStatusCode()).thenReturn(subStatus);
    lenient().when(response.getRequestCharge()).thenReturn(charge);
    lenient().when(response.getResults()).thenReturn(results);
    // The SDK's value if no header has the wait.
    lenient().when(response.getRetryAfterDuration()).thenReturn(Duration.ZERO);
    return response;
  }

  private static CosmosBatchOperationResult result(int status, int subStatus) {
    CosmosBatchOperationResult result = mock();
    lenient().when(result.getStatusCode()).thenReturn(status);
    lenient().when(result.getSubStatusCode()).thenReturn(subStatus);
    return result;
  }

  static <T> FeedResponse<T> page(@Nullable String continuation, List<T> items) {
    FeedResponse<T> page = mock();
    lenient().when(page.getResults()).thenReturn(items);
    lenient().when(page.getContinuationToken()).thenReturn(continuation);
    lenient().when(page.getRequestCharge()).thenReturn(3.0);
    return page;
  }

  /** A query's pages; {@code streamByPage} can be verified on it. */
  static <T> CosmosPagedIterable<T> pages(List<FeedResponse<T>> pages) {
    CosmosPagedIterable<T> iterable = mock();
    lenient().when(iterable.streamByPage(anyInt())).thenAnswer(call -> pages.stream());
    return iterable;
  }

  /** A query that fails at its first page. */
  static <T> CosmosPagedIterable<T> failing(RuntimeException failure) {
    CosmosPagedIterable<T> iterable = mock();
    lenient().when(iterable.streamByPage(anyInt())).thenThrow(failure);
    return iterable;
  }
}
