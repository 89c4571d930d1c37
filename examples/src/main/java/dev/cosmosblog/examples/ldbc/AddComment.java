package dev.cosmosblog.examples.ldbc;

import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreateComment;
import java.time.Instant;

/**
 * A comment.
 *
 * @param source the row
 * @param id the comment's id
 * @param author the person who wrote it
 * @param parent what it replies to
 * @param content what it says
 * @param creationDate when it was written
 */
record AddComment(
    Source source, long id, long author, Parent parent, String content, Instant creationDate)
    implements Addition {
  /** Of the columns id, creation date, content, creator, replied post, replied comment. */
  static AddComment of(Row row, DateStyle dates) throws MalformedRowException {
    return new AddComment(
        row.source(),
        row.id("comment id", 0),
        row.id("creator", 3),
        Parent.of(row, 4, 5),
        row.text(2),
        dates.read(row, 1));
  }

  @Override
  public Entity entity() {
    return Entity.COMMENT;
  }

  @Override
  public CommandResult<?> addTo(BlogStore store, ReplyChains replies) throws MalformedRowException {
    long post = replies.postOf(parent);
    return store.createComment(
        CreateComment.of(AddPost.postId(post), AddUser.userId(author), content)
            .withId(CommentId.of(Long.toString(id)))
            .writtenAt(creationDate));
  }
}
