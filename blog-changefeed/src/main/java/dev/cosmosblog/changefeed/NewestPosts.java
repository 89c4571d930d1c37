package dev.cosmosblog.changefeed;

import dev.cosmosblog.changefeed.BlogChange.PostChange;
import dev.cosmosblog.model.item.PostItem;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Keeps of each post in a batch its newest version: one write for many likes. */
final class NewestPosts {
  private NewestPosts() {}

  static Collection<PostItem> of(List<BlogChange> changes) {
    Map<String, PostItem> newest = new LinkedHashMap<>();
    for (BlogChange change : changes) {
      if (change instanceof PostChange changed) {
        newest.merge(String.valueOf(changed.post().id()), changed.post(), PostItem::newer);
      }
    }
    return newest.values();
  }
}
