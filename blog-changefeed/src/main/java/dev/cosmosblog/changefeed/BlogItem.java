package dev.cosmosblog.changefeed;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.store.internal.item.AuthoredItem;

/** Which item of which container is meant. */
record BlogItem(SourceFeed feed, String id, String partition) {
  static BlogItem of(SourceFeed feed, JsonNode item) {
    return new BlogItem(feed, ItemReader.id(item), ItemReader.partition(feed, item));
  }

  static BlogItem of(AuthoredItem carrier) {
    return new BlogItem(SourceFeed.POSTS, carrier.id(), carrier.postId());
  }

  static BlogItem of(SetAside item) {
    return new BlogItem(item.feed(), item.itemId(), item.partition());
  }
}
