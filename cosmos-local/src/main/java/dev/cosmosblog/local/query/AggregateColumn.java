package dev.cosmosblog.local.query;

/** An aggregate of a SELECT: its argument, and the slot where its result is found. */
record AggregateColumn(AggregateKind kind, Evaluator argument, int slot) {}
