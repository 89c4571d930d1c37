package dev.cosmosblog.changefeed;

import dev.cosmosblog.changefeed.BlogChange.NameChange;
import dev.cosmosblog.changefeed.BlogChange.PostChange;
import dev.cosmosblog.changefeed.BlogChange.UserChange;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemDates;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import java.time.Instant;

/** Changes to test with. */
final class Changes {
  private Changes() {}

  static UserChange user(String id, String name, long version) {
    return new UserChange(UserId.of(id), new VersionedName(name, version), Instant.EPOCH);
  }

  static NameChange comment(String id, String user, long userVersion) {
    AuthoredItem carrier = new AuthoredItem(id, "post-of-" + id, ItemType.COMMENT);
    return new NameChange(carrier, UserId.of(user), userVersion);
  }

  /** A post written so many seconds after 1970. */
  static PostChange post(String id, long second, long version) {
    return new PostChange(postItem(id, second, version));
  }

  static PostItem postItem(String id, long second, long version) {
    String date = ItemDates.text(Instant.ofEpochSecond(second));
    return new PostItem(
        id,
        ItemType.POST,
        id,
        "author",
        "Ann",
        0,
        "title",
        "content",
        0,
        version,
        date,
        version,
        null);
  }
}
