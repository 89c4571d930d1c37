package dev.cosmosblog.changefeed;

import dev.cosmosblog.store.BlogCopies;
import dev.cosmosblog.store.BlogStore;
import java.util.List;

/** Which handlers follow which feed. */
final class Handlers {
  private Handlers() {}

  static BatchHandler of(SourceFeed feed, BlogStore store, List<ChangeFeedListener> listeners) {
    BlogCopies copies = store.copies();
    List<ChangeHandler> handlers =
        switch (feed) {
          case USERS -> List.of(new NameSpread(copies));
          case POSTS -> List.of(new NameCheck(copies), new PostCopies(copies, store.feedSize()));
        };
    return new BatchHandler(feed, handlers, listeners);
  }
}
