package dev.cosmosblog.examples.ldbc;

import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CommandResult;

/** What a row adds to the blog. */
sealed interface Addition permits AddUser, AddPost, AddComment, AddLike {
  /** The row. */
  Source source();

  /** What it adds. */
  Entity entity();

  /**
   * Adds it.
   *
   * @param store the blog
   * @param replies which post a comment belongs to
   * @return what the store said
   * @throws MalformedRowException if the reply chain leads nowhere
   * @throws dev.cosmosblog.model.BlogException if the store refused it or failed
   */
  CommandResult<?> addTo(BlogStore store, ReplyChains replies) throws MalformedRowException;
}
