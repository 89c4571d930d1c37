package dev.cosmosblog.local.internal.query.value;

import com.fasterxml.jackson.databind.JsonNode;

/** The types of values, in the order in which ORDER BY puts them. */
enum ValueType {
  UNDEFINED,
  NULL,
  BOOLEAN,
  NUMBER,
  STRING,
  ARRAY,
  OBJECT;

  static ValueType of(JsonNode value) {
    return switch (value.getNodeType()) {
      case MISSING -> UNDEFINED;
      case NULL -> NULL;
      case BOOLEAN -> BOOLEAN;
      case NUMBER -> NUMBER;
      case STRING -> STRING;
      case ARRAY -> ARRAY;
      case OBJECT -> OBJECT;
      case BINARY, POJO -> throw new IllegalArgumentException("Not JSON: " + value.getNodeType());
    };
  }
}
