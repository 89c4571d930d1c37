package dev.cosmoslocal.internal.exchange;

import java.util.Optional;

/** A kind of REST resource. */
@FunctionalInterface
public interface Resource {
  /** Returns the route of a request; empty if the address or the verb is another resource's. */
  Optional<Route> route(ApiRequest request);
}
