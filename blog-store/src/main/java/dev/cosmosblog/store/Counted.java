package dev.cosmosblog.store;

import dev.cosmosblog.model.item.ItemType;

/** What a post counts, by the items' type and the post's property. */
enum Counted {
  COMMENT(ItemType.COMMENT, "commentCount"),
  LIKE(ItemType.LIKE, "likeCount");

  private final String type;
  private final String property;

  Counted(String type, String property) {
    this.type = type;
    this.property = property;
  }

  String type() {
    return type;
  }

  String property() {
    return property;
  }
}
