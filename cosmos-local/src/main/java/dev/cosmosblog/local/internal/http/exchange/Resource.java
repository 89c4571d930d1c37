package dev.cosmosblog.local.internal.http.exchange;

import java.util.Optional;

/** One kind of REST resource. */
@FunctionalInterface
public interface Resource {
  /** The route of a request, empty if it is not for this resource or the verb is unknown to it. */
  Optional<Route> route(ApiRequest request);
}
