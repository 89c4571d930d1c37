package dev.cosmosblog.local.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.engine.Json;
import dev.cosmosblog.local.query.QueryPage;
import java.util.Locale;

/**
 * What a page of a query took, in the form that the SDKs parse (class QueryMetrics of the SDK for Java). Of the times
 * there is only the whole; the steps are not told apart.
 */
final class QueryMetrics {
  private static final String FORMAT =
      "totalExecutionTimeInMs=%1$.2f;queryCompileTimeInMs=0.00;queryLogicalPlanBuildTimeInMs=0.00;"
          + "queryPhysicalPlanBuildTimeInMs=0.00;queryOptimizationTimeInMs=0.00;"
          + "VMExecutionTimeInMs=%1$.2f;indexLookupTimeInMs=0.00;documentLoadTimeInMs=0.00;"
          + "systemFunctionExecuteTimeInMs=0.00;userFunctionExecuteTimeInMs=0.00;"
          + "retrievedDocumentCount=%2$d;retrievedDocumentSize=%3$d;outputDocumentCount=%4$d;"
          + "outputDocumentSize=%5$d;writeOutputTimeInMs=0.00;indexUtilizationRatio=%6$.2f";

  private QueryMetrics() {}

  /** The response with them, if the request asks for them. */
  static ApiResponse added(ApiResponse response, Exchange exchange, QueryPage page) {
    if (!exchange.request().flag(Headers.POPULATE_METRICS)) {
      return response;
    }
    int loaded = page.itemsLoaded() + page.itemsCounted();
    int rows = page.documents().size();
    long bytes = 0;
    for (JsonNode row : page.documents()) {
      bytes += Json.bytes(row).length;
    }
    double used = loaded == 0 ? 0 : Math.min(1, (double) rows / loaded);
    double millis = exchange.age().toNanos() / 1e6;
    return response.with(
        Headers.QUERY_METRICS,
        String.format(Locale.ROOT, FORMAT, millis, loaded, page.bytesLoaded(), rows, bytes, used));
  }
}
