package dev.cosmosblog.local.internal.query.page;

import dev.cosmosblog.local.internal.query.compile.CompiledQuery;

/** Goes on by count where a continuation carries no values to go on after. */
final class SkipAgain {

  private SkipAgain() {}

  static Continuation of(CompiledQuery query, Continuation from) {
    return from.values() == null
        ? new Continuation(query.window().offset() + from.taken(), from.taken(), -1, -1, 0, null)
        : from;
  }
}
