package dev.cosmosblog.local.internal.budget;

/** A thread that evaluates nothing that a user wrote: an event loop. */
public interface NonBlocking {}
