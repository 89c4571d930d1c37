package dev.cosmosblog.changefeed.internal.handler;

import dev.cosmosblog.changefeed.internal.handler.BlogChange.AuthoredItemChange;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.PostChange;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.UserChange;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import dev.cosmosblog.store.internal.repository.FrontPage;
import dev.cosmosblog.testsupport.TestItems;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

/** Changes to test with. */
public final class Changes {
  private Changes() {}

  public static UserChange user(String id, String name, long version) {
    return new UserChange(UserId.of(id), new VersionedName(name, version), Instant.EPOCH);
  }

  static AuthoredItemChange comment(String id, String user, long userVersion) {
    AuthoredItem item = new AuthoredItem(id, "post-of-" + id, ItemType.COMMENT);
    return new AuthoredItemChange(item, UserId.of(user), userVersion);
  }

  /** The change that comes with a post's. */
  static AuthoredItemChange written(PostSummaryItem post) {
    String id = String.valueOf(post.id());
    UserId author = UserId.of(String.valueOf(post.userId()));
    return new AuthoredItemChange(
        new AuthoredItem(id, id, ItemType.POST), author, post.userVersion());
  }

  /** A post written so many seconds after 1970, whose version is the number of its likes. */
  static PostChange post(String id, long second, long version) {
    return new PostChange(summary(id, second, version));
  }

  public static PostSummaryItem summary(String id, long second, long version) {
    return postItem(id, second, version).summary();
  }

  /** Writes the front page for each batch. */
  public static FrontPageWriter unshared(FrontPage frontPage, int size) {
    return new FrontPageWriter(
        frontPage,
        size,
        (item, author, failure) -> {
          throw failure;
        },
        new FrontPageWriter.Times(Duration.ZERO, Duration.ZERO, System::nanoTime),
        Executors.newScheduledThreadPool(0),
        new ReentrantLock());
  }

  public static PostItem postItem(String id, long second, long version) {
    return TestItems.post(id)
        .by("author")
        .at(Instant.ofEpochSecond(second))
        .counts(0, version)
        .version(version)
        .build();
  }
}
