package dev.cosmosblog.local.engine;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * What an item holds under one unique key; unique in a logical partition only, and what is absent
 * counts as null.
 */
record UniqueValue(LogicalKey partition, int key, List<JsonNode> values) {}
