package dev.cosmosblog.examples.ldbc;

import dev.cosmosblog.model.PostId;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreatePost;
import java.time.Instant;

/**
 * A post.
 *
 * @param source the row
 * @param id the post's id
 * @param author the person who wrote it
 * @param title the image's name, or the beginning of the content
 * @param content the content, or the image's name
 * @param creationDate when it was written
 */
record AddPost(
    Source source, long id, long author, String title, String content, Instant creationDate)
    implements Addition {
  private static final int TITLE_LENGTH = 60;

  /** Of the columns id, image file, creation date, content, creator. */
  static AddPost of(Row row, DateStyle dates) throws MalformedRowException {
    String imageFile = row.text(1);
    String content = row.text(3);
    return new AddPost(
        row.source(),
        row.id("post id", 0),
        row.id("creator", 4),
        imageFile.isEmpty() ? beginning(content) : imageFile,
        content.isEmpty() ? imageFile : content,
        dates.read(row, 2));
  }

  /** Counted in code points, so that none is cut in two. */
  private static String beginning(String content) {
    int length = content.codePointCount(0, content.length());
    return content.substring(0, content.offsetByCodePoints(0, Math.min(length, TITLE_LENGTH)));
  }

  @Override
  public Entity entity() {
    return Entity.POST;
  }

  @Override
  public CommandResult<?> addTo(BlogStore store, ReplyChains replies) {
    return store.createPost(
        CreatePost.of(AddUser.userId(author), title, content)
            .withId(postId(id))
            .writtenAt(creationDate));
  }

  static PostId postId(long id) {
    return PostId.of(Long.toString(id));
  }
}
