package dev.cosmosblog.examples.ldbc;

import dev.cosmosblog.examples.blog.Workers;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.CommandResult;
import dev.cosmosblog.store.StoreException;

/**
 * Adds rows to the blog, one by one, from any thread. The ids are the data set's, so that a row may
 * be added again: it is there already then.
 */
final class Loader {
  private final BlogStore store;
  private final ReplyChains replies;
  private final Tally tally;
  private final MalformedRows malformed;

  Loader(BlogStore store, ReplyChains replies, Tally tally, MalformedRows malformed) {
    this.store = store;
    this.replies = replies;
    this.tally = tally;
    this.malformed = malformed;
  }

  void add(Addition addition) {
    try {
      CommandResult<?> result = Workers.untilDone(() -> addition.addTo(store, replies));
      tally.count(addition, result.alreadyDone());
    } catch (StoreException e) {
      throw e;
    } catch (MalformedRowException | BlogException e) {
      malformed.add(addition.source(), String.valueOf(e.getMessage()));
    }
  }
}
