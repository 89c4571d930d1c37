package dev.cosmosblog.store.internal.item;

import dev.cosmosblog.model.item.ItemType;

/** A reaction to a post that the post counts. */
public enum ReactionKind {
  COMMENT(ItemType.COMMENT, "commentCount"),
  LIKE(ItemType.LIKE, "likeCount");

  private final String type;
  private final String countProperty;

  ReactionKind(String type, String countProperty) {
    this.type = type;
    this.countProperty = countProperty;
  }

  /** Returns the type of the reaction's item. */
  public String type() {
    return type;
  }

  /** Returns the post's property that counts it. */
  public String countProperty() {
    return countProperty;
  }
}
