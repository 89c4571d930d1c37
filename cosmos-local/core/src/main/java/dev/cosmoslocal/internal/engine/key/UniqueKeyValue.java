package dev.cosmoslocal.internal.engine.key;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * An item's values of one unique key. They are unique within a logical partition; absent values
 * count as null.
 */
public record UniqueKeyValue(LogicalPartition partition, int key, List<JsonNode> values) {}
