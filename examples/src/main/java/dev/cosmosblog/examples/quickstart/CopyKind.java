package dev.cosmosblog.examples.quickstart;

import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.store.config.ContainerNames;
import java.util.function.Function;

/** Where a user's name is copied to. */
enum CopyKind {
  /** Posts. */
  POSTS("posts", ContainerNames::posts, "c", ItemType.POST),
  /** Comments. */
  COMMENTS("comments", ContainerNames::posts, "c", ItemType.COMMENT),
  /** Likes. */
  LIKES("likes", ContainerNames::posts, "c", ItemType.LIKE),
  /** Posts in short form beside their author. */
  SHORT_POSTS("posts in short form", ContainerNames::users, "c", ItemType.POST),
  /** Posts in short form in the feed. */
  FEED("posts in the feed", ContainerNames::feed, "c IN feed.posts", ItemType.POST);

  private final String label;
  private final Function<ContainerNames, String> container;
  private final String from;
  private final String type;

  CopyKind(String label, Function<ContainerNames, String> container, String from, String type) {
    this.label = label;
    this.container = container;
    this.from = from;
    this.type = type;
  }

  String label() {
    return label;
  }

  String container() {
    return container.apply(ContainerNames.DEFAULT);
  }

  /** Where a query finds them in the container, as {@code c}. */
  String from() {
    return from;
  }

  String type() {
    return type;
  }
}
