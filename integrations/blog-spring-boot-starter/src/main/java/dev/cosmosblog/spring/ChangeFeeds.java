package dev.cosmosblog.spring;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;

/**
 * The change feed that runs in this application: the starter's, or the application's own bean.
 *
 * @param lifecycles the starter's lifecycle, if there is one
 * @param ownChangeFeeds the application's own change feed, if there is one
 */
record ChangeFeeds(
    ObjectProvider<BlogChangeFeedLifecycle> lifecycles,
    ObjectProvider<BlogChangeFeed> ownChangeFeeds)
    implements Supplier<Optional<BlogChangeFeed>> {
  /** Returns the change feed of the last start; empty before the first. */
  @Override
  public Optional<BlogChangeFeed> get() {
    BlogChangeFeed own = ownChangeFeeds.getIfUnique();
    return own != null
        ? Optional.of(own)
        : Optional.ofNullable(lifecycles.getIfUnique())
            .flatMap(BlogChangeFeedLifecycle::changeFeed);
  }
}
