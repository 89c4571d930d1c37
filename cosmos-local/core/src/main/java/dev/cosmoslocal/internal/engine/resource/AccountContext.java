package dev.cosmoslocal.internal.engine.resource;

import java.time.Clock;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The clock, tags, documents and conditions that all resources of an account share.
 *
 * @param clock gives time stamps and decides when items expire
 * @param etags the number of the last entity tag
 */
public record AccountContext(
    Clock clock,
    AtomicLong etags,
    StoredDocuments documents,
    AtomicReference<ServiceConditions> conditions) {}
