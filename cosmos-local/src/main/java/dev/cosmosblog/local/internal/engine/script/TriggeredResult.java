package dev.cosmosblog.local.internal.engine.script;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.engine.operation.ItemResult;
import java.util.Optional;

/**
 * What came of a write with triggers.
 *
 * @param result the write's own result, its charge with that of the triggers
 * @param body what a trigger put in the place of the response's body
 */
public record TriggeredResult(ItemResult result, Optional<JsonNode> body) {}
