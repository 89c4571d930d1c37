package dev.cosmoslocal.internal.budget;

/** A thread that evaluates nothing that may take long: an event loop. */
public interface NonBlocking {}
