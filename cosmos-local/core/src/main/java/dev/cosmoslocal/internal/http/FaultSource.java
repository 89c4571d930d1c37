package dev.cosmoslocal.internal.http;

import dev.cosmoslocal.request.RequestKind;
import java.util.List;
import java.util.function.Supplier;

/** Decides which faults apply to a request. Called once for each request. Must be thread-safe. */
@FunctionalInterface
public interface FaultSource {
  /** No faults. */
  FaultSource NONE = (kind, container) -> List.of();

  /**
   * Returns the faults of a request.
   *
   * @param kind the kind of the request
   * @param container the name of the request's container, empty if none
   * @return the faults, in the order in which they apply
   */
  List<InjectedFault> on(RequestKind kind, Supplier<String> container);
}
