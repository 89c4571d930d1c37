package dev.cosmosblog.local.engine;

import dev.cosmosblog.local.internal.query.page.QueryPage;

/**
 * A page of a query.
 *
 * @param page the rows
 * @param partition where they come from
 * @param charge modelled request units
 */
public record QueryResult(QueryPage page, PartitionMark partition, double charge) {}
