package dev.cosmosblog.local.internal.query.eval;

import dev.cosmosblog.local.internal.query.parse.AggregateKind;

/** An aggregate of a SELECT: its argument, and the slot where its result is found. */
public record AggregateColumn(AggregateKind kind, Evaluator argument, int slot) {}
