package dev.cosmosblog.local.internal.http;

import dev.cosmosblog.local.request.RequestKind;
import java.util.List;
import java.util.function.Supplier;

/** Says what is to go wrong. Asked once for each request, by many threads. */
@FunctionalInterface
public interface FaultSource {
  /** Nothing goes wrong. */
  FaultSource NONE = (kind, container) -> List.of();

  /**
   * What is to go wrong with a request.
   *
   * @param kind what it asks for
   * @param container the name of the container that it is about, empty if none
   * @return what happens to it, in this order
   */
  List<InjectedFault> on(RequestKind kind, Supplier<String> container);
}
