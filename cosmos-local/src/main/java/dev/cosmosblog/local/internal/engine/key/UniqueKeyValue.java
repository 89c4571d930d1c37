package dev.cosmosblog.local.internal.engine.key;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * What an item holds under one unique key; unique in a logical partition only, and what is absent
 * counts as null.
 */
public record UniqueKeyValue(LogicalPartition partition, int key, List<JsonNode> values) {}
