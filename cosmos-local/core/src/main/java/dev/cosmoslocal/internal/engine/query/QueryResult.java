package dev.cosmoslocal.internal.engine.query;

import dev.cosmoslocal.internal.engine.partition.SessionToken;
import dev.cosmoslocal.internal.query.page.QueryPage;

public record QueryResult(QueryPage page, SessionToken sessionToken, double charge) {}
