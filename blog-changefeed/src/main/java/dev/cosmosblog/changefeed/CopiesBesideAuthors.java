package dev.cosmosblog.changefeed;

import dev.cosmosblog.store.BlogCopies;
import java.util.List;

/** From posts to users: each post's short copy beside its author. */
final class CopiesBesideAuthors implements ChangeHandler {
  private final BlogCopies copies;

  CopiesBesideAuthors(BlogCopies copies) {
    this.copies = copies;
  }

  @Override
  public void handle(List<BlogChange> changes) {
    NewestPosts.of(changes).forEach(copies::copyToUser);
  }
}
