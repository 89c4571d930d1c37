package dev.cosmosblog.store.internal.item;

import dev.cosmosblog.model.item.ItemType;

/** A reaction to a post: the type of its item, and the post's property that counts it. */
public enum ReactionKind {
  COMMENT(ItemType.COMMENT, "commentCount"),
  LIKE(ItemType.LIKE, "likeCount");

  private final String type;
  private final String countProperty;

  ReactionKind(String type, String countProperty) {
    this.type = type;
    this.countProperty = countProperty;
  }

  public String type() {
    return type;
  }

  public String countProperty() {
    return countProperty;
  }
}
