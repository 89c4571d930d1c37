package dev.cosmosblog.local.internal.engine.script;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What came of a stored procedure.
 *
 * @param body what it gave as its response; a missing node for nothing
 * @param log what it logged
 * @param itemsLoaded how many items it read
 * @param charge modelled request units
 */
public record ProcedureResult(JsonNode body, String log, int itemsLoaded, double charge) {}
