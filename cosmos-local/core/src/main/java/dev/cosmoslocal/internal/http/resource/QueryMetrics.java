package dev.cosmoslocal.internal.http.resource;

import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.Exchange;
import dev.cosmoslocal.internal.exchange.Headers;
import dev.cosmoslocal.internal.query.page.QueryPage;

/**
 * The metrics of a page of a query, in the form that the SDKs parse (class QueryMetrics of the SDK
 * for Java). Only the total time is measured, not that of the steps.
 */
final class QueryMetrics {
  private QueryMetrics() {}

  /** Adds the metrics to the response if the request asks for them. */
  static ApiResponse added(ApiResponse response, Exchange exchange, QueryPage page) {
    return exchange.request().flag(Headers.POPULATE_METRICS)
        ? response.with(Headers.QUERY_METRICS, text(response, exchange, page))
        : response;
  }

  private static String text(ApiResponse response, Exchange exchange, QueryPage page) {
    String millis = decimals(exchange.age().toNanos() / 1e6);
    int loaded = page.itemsLoaded() + page.itemsCounted();
    int rows = page.documents().size();
    return "totalExecutionTimeInMs="
        + millis
        + ";queryCompileTimeInMs=0.00;queryLogicalPlanBuildTimeInMs=0.00"
        + ";queryPhysicalPlanBuildTimeInMs=0.00;queryOptimizationTimeInMs=0.00"
        + ";VMExecutionTimeInMs="
        + millis
        + ";indexLookupTimeInMs=0.00;documentLoadTimeInMs=0.00"
        + ";systemFunctionExecuteTimeInMs=0.00;userFunctionExecuteTimeInMs=0.00"
        + ";retrievedDocumentCount="
        + loaded
        + ";retrievedDocumentSize="
        + page.bytesLoaded()
        + ";outputDocumentCount="
        + rows
        + ";outputDocumentSize="
        + ListResponse.rowBytes(response, rows)
        + ";writeOutputTimeInMs=0.00;indexUtilizationRatio="
        + decimals(loaded == 0 ? 0 : Math.min(1, (double) rows / loaded));
  }

  /** A number with two decimals. A formatter would take longer than everything else here. */
  private static String decimals(double number) {
    long hundredths = Math.round(number * 100);
    long rest = hundredths % 100;
    return hundredths / 100 + (rest < 10 ? ".0" : ".") + rest;
  }
}
