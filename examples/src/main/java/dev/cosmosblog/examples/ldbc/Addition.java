package dev.cosmosblog.examples.ldbc;

import dev.cosmosblog.examples.ldbc.Row.MalformedRowException;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.LikePost;
import java.time.Instant;
import java.util.function.BiFunction;

/** A row that adds a user, post, comment or like to the blog. */
sealed interface Addition {
  /** Returns the row. */
  Row row();

  /**
   * Adds it to the blog.
   *
   * @throws MalformedRowException if the reply chain of a comment doesn't lead to a post
   * @throws BlogException if the store rejects the command or fails
   */
  CommandResult<?> addTo(BlogStore store, ReplyChains replies);

  static UserId userId(long id) {
    return UserId.of(Long.toString(id));
  }

  static PostId postId(long id) {
    return PostId.of(Long.toString(id));
  }

  /** Reads a row of an update stream, whose third column is its kind. */
  static Addition ofUpdate(Row row) {
    switch (row.text(2)) {
      case "1" -> {
        row.checkColumns(17);
        return AddUser.of(row.select(3, 4, 5));
      }
      case "2" -> {
        row.checkColumns(6);
        return AddLike.of(row.select(3, 4, 5), Row::millis);
      }
      case "6" -> {
        row.checkColumns(15);
        return AddPost.of(row.select(3, 4, 5, 9, 11), Row::millis);
      }
      case "7" -> {
        row.checkColumns(14);
        return AddComment.of(row.select(3, 4, 7, 9, 11, 12), Row::millis);
      }
      default ->
          throw new MalformedRowException(
              "'" + row.text(2) + "' is not a kind of update; expected 1 to 8");
    }
  }

  /** A person, who becomes a user. Names are not unique, so the username ends with the id. */
  record AddUser(Row row, long id, String username) implements Addition {
    /** Reads the columns id, first name, last name. */
    static AddUser of(Row row) {
      long id = row.id("person id", 0);
      return new AddUser(row, id, row.text(1) + " " + row.text(2) + " " + id);
    }

    @Override
    public CommandResult<?> addTo(BlogStore store, ReplyChains replies) {
      return store.createUser(CreateUser.named(username).withId(userId(id)));
    }
  }

  /** A post. Its title is the image's name, or the beginning of its content. */
  record AddPost(Row row, long id, long author, String title, String content, Instant date)
      implements Addition {
    private static final int TITLE_LENGTH = 60;

    /** Reads the columns id, image file, creation date, content, creator. */
    static AddPost of(Row row, BiFunction<Row, Integer, Instant> date) {
      String imageFile = row.text(1);
      String content = row.text(3);
      return new AddPost(
          row,
          row.id("post id", 0),
          row.id("creator", 4),
          imageFile.isEmpty() ? beginning(content) : imageFile,
          content.isEmpty() ? imageFile : content,
          date.apply(row, 2));
    }

    /** Counts code points, so that surrogate pairs aren't split. */
    private static String beginning(String content) {
      int length = content.codePointCount(0, content.length());
      return content.substring(0, content.offsetByCodePoints(0, Math.min(length, TITLE_LENGTH)));
    }

    @Override
    public CommandResult<?> addTo(BlogStore store, ReplyChains replies) {
      CreatePost command = CreatePost.of(userId(author), title, content);
      return store.createPost(command.withId(postId(id)).writtenAt(date));
    }
  }

  /** A comment, which belongs to the post at the root of its reply chain. */
  record AddComment(
      Row row, long id, long author, ReplyChains.Parent parent, String content, Instant date)
      implements Addition {
    /** Reads the columns id, creation date, content, creator, replied post, replied comment. */
    static AddComment of(Row row, BiFunction<Row, Integer, Instant> date) {
      return new AddComment(
          row,
          row.id("comment id", 0),
          row.id("creator", 3),
          ReplyChains.Parent.of(row, 4, 5),
          row.text(2),
          date.apply(row, 1));
    }

    @Override
    public CommandResult<?> addTo(BlogStore store, ReplyChains replies) {
      PostId post = postId(replies.postOf(parent));
      return store.createComment(
          CreateComment.of(post, userId(author), content)
              .withId(CommentId.of(Long.toString(id)))
              .writtenAt(date));
    }
  }

  /** A person's like of a post. */
  record AddLike(Row row, long person, long post, Instant date) implements Addition {
    /** Reads the columns person id, post id, creation date. */
    static AddLike of(Row row, BiFunction<Row, Integer, Instant> date) {
      return new AddLike(row, row.id("person id", 0), row.id("post id", 1), date.apply(row, 2));
    }

    @Override
    public CommandResult<?> addTo(BlogStore store, ReplyChains replies) {
      return store.likePost(LikePost.of(postId(post), userId(person)).since(date));
    }
  }
}
