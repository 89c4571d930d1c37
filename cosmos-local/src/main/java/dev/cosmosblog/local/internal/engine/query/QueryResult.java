package dev.cosmosblog.local.internal.engine.query;

import dev.cosmosblog.local.internal.engine.partition.SessionToken;
import dev.cosmosblog.local.internal.query.page.QueryPage;

/**
 * A page of a query.
 *
 * @param page the rows
 * @param partition where they come from
 * @param charge modelled request units
 */
public record QueryResult(QueryPage page, SessionToken partition, double charge) {}
