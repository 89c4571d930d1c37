package dev.cosmosblog.benchmarks.emulator;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** SmallItems of 300 bytes as JSON without white space. */
final class SmallItems {
  static final int BYTES = 300;

  /** The bytes of an item without its text: measured, so that a change of the shape is noticed. */
  private static final int WITHOUT_TEXT = item("", "", "", 0, 0).toString().length();

  private SmallItems() {}

  static ObjectNode of(String id, String pk, int number) {
    String owner = "user-" + number / 10;
    int rest =
        BYTES
            - WITHOUT_TEXT
            - id.length()
            - pk.length()
            - owner.length()
            - (String.valueOf(number).length() - 1);
    return item(id, pk, owner, number, Math.max(0, rest));
  }

  private static ObjectNode item(String id, String pk, String owner, int number, int text) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", id)
        .put("pk", pk)
        .put("owner", owner)
        .put("number", number)
        .put("published", true)
        .put("created", "2026-01-01T00:00:00.000Z")
        .put("text", "lorem ipsum ".repeat(BYTES / 12 + 1).substring(0, text));
  }
}
