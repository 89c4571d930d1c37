package dev.cosmoslocal.internal.engine.query;

import dev.cosmoslocal.internal.engine.partition.SessionToken;
import dev.cosmoslocal.internal.query.page.QueryPage;

/**
 * A page of a query.
 *
 * @param page the rows
 * @param sessionToken the session token of the partition
 * @param charge modelled request units
 */
public record QueryResult(QueryPage page, SessionToken sessionToken, double charge) {}
