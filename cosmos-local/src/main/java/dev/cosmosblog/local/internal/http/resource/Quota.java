package dev.cosmosblog.local.internal.http.resource;

import dev.cosmosblog.local.internal.engine.container.Container;
import dev.cosmosblog.local.internal.engine.container.ScriptKind;
import dev.cosmosblog.local.internal.http.exchange.ApiResponse;
import dev.cosmosblog.local.internal.http.exchange.Headers;

/**
 * How much of its bounds a container uses, as far as it is known here: how many items and scripts
 * it has (class ResourceResponse of the SDK for Java).
 */
final class Quota {
  private static final String BOUNDS =
      "documentSize=10240;documentsSize=10485760;documentsCount=-1;collectionSize=10485760;"
          + "storedProcedures=100;triggers=25;functions=50;";

  private Quota() {}

  static ApiResponse added(ApiResponse response, Container container) {
    String used =
        "documentSize=0;documentsSize=0;documentsCount=%d;collectionSize=0;"
            .formatted(container.items());
    String scripts =
        "storedProcedures=%d;triggers=%d;functions=%d;"
            .formatted(
                container.scripts().all(ScriptKind.STORED_PROCEDURE).size(),
                container.scripts().all(ScriptKind.TRIGGER).size(),
                container.scripts().all(ScriptKind.FUNCTION).size());
    return response
        .with(Headers.RESOURCE_QUOTA, BOUNDS)
        .with(Headers.RESOURCE_USAGE, used + scripts);
  }
}
