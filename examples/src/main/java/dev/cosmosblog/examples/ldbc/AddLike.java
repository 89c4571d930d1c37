package dev.cosmosblog.examples.ldbc;

import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.LikePost;
import java.time.Instant;

/**
 * A person's like of a post.
 *
 * @param source the row
 * @param person who likes it
 * @param post the post
 * @param creationDate since when
 */
record AddLike(Source source, long person, long post, Instant creationDate) implements Addition {
  /** Of the columns person id, post id, creation date. */
  static AddLike of(Row row, DateStyle dates) throws MalformedRowException {
    return new AddLike(
        row.source(), row.id("person id", 0), row.id("post id", 1), dates.read(row, 2));
  }

  @Override
  public Entity entity() {
    return Entity.LIKE;
  }

  @Override
  public CommandResult<?> addTo(BlogStore store, ReplyChains replies) {
    return store.likePost(
        LikePost.of(AddPost.postId(post), AddUser.userId(person)).since(creationDate));
  }
}
