package dev.cosmosblog.testsupport;

import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.ItemDates;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.StoredTags;
import dev.cosmosblog.model.item.UserItem;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builders of stored items: a test states the properties that matter to it, all others have a
 * default. For example: {@code TestItems.post("p1").by("u1", "Ann").counts(3, 2).build()}.
 */
public final class TestItems {
  /** The creation date of items that are given none. */
  public static final String DATE = "2026-01-01T00:00:00.000Z";

  private static final String USER = "ann";
  private static final String USERNAME = "Ann";

  private TestItems() {}

  /**
   * Begins a post.
   *
   * @param id its id, and its {@code postId} unless {@linkplain PostBuilder#inPartition another} is
   *     given
   */
  public static PostBuilder post(String id) {
    return new PostBuilder(id);
  }

  /** Begins a post from a stored one. */
  public static PostBuilder post(PostItem item) {
    return new PostBuilder(item);
  }

  /** Begins a comment. */
  public static CommentBuilder comment(String id, String postId) {
    return new CommentBuilder(id, postId);
  }

  /** Begins a like, with the id that belongs to its user. */
  public static LikeBuilder like(String userId, String postId) {
    return new LikeBuilder(userId, postId);
  }

  /** Begins a user. */
  public static UserBuilder user(String id) {
    return new UserBuilder(id);
  }

  /** The properties that posts, comments and likes have in common. */
  private abstract static class AuthoredBuilder<B extends AuthoredBuilder<B>> {
    @Nullable String type;
    @Nullable String userId = USER;
    @Nullable String userUsername = USERNAME;
    long userVersion;
    @Nullable String creationDate = DATE;

    AuthoredBuilder(String type) {
      this.type = type;
    }

    abstract B self();

    /** Sets the type. Default: the one of the item's kind. */
    public B type(@Nullable String type) {
      this.type = type;
      return self();
    }

    /** Sets the author. Default: {@code ann}. */
    public B by(@Nullable String userId) {
      this.userId = userId;
      return self();
    }

    /** Sets the author and the author's name. Default: {@code ann}, {@code Ann}. */
    public B by(@Nullable String userId, @Nullable String username) {
      this.userUsername = username;
      return by(userId);
    }

    /** Sets the version of the user that the name was read from. Default: 0. */
    public B userVersion(long userVersion) {
      this.userVersion = userVersion;
      return self();
    }

    /** Sets the creation date as it is stored. Default: {@link #DATE}. */
    public B at(@Nullable String creationDate) {
      this.creationDate = creationDate;
      return self();
    }

    /** Sets the creation date. Default: {@link #DATE}. */
    public B at(Instant creationDate) {
      return at(ItemDates.text(creationDate));
    }
  }

  /** Builds a post, or the summary of one. */
  public static final class PostBuilder extends AuthoredBuilder<PostBuilder> {
    private @Nullable String id;
    private @Nullable String postId;
    private @Nullable String title = "Title";
    private @Nullable String content = "Text";
    private @Nullable String slug;
    private List<String> formerSlugs = List.of();
    private long commentCount;
    private long likeCount;
    private long version;
    private long editVersion;
    private @Nullable String updatedAt;
    private @Nullable String status;
    private @Nullable String publishAt;
    private CustomProperties properties = CustomProperties.NONE;
    private @Nullable Boolean deleted;
    private @Nullable Object commentsClosed;
    private @Nullable StoredTags tags;

    private PostBuilder(String id) {
      super(ItemType.POST);
      this.id = id;
      this.postId = id;
    }

    private PostBuilder(PostItem item) {
      super(ItemType.POST);
      type(item.type()).by(item.userId(), item.userUsername()).userVersion(item.userVersion());
      title(item.title()).content(item.content()).counts(item.commentCount(), item.likeCount());
      at(item.creationDate()).version(item.version());
      this.slug = item.slug();
      this.formerSlugs = item.formerSlugs();
      this.editVersion = item.editVersion();
      this.updatedAt = item.updatedAt();
      this.status = item.status();
      this.publishAt = item.publishAt();
      this.properties = item.properties();
      this.id = item.id();
      this.postId = item.postId();
      this.deleted = item.deleted();
      this.commentsClosed = item.commentsClosed();
      this.tags = item.tags();
    }

    @Override
    PostBuilder self() {
      return this;
    }

    /** Sets the {@code postId}. Default: the id. */
    public PostBuilder inPartition(@Nullable String postId) {
      this.postId = postId;
      return this;
    }

    /** Sets the title. Default: {@code Title}. */
    public PostBuilder title(@Nullable String title) {
      this.title = title;
      return this;
    }

    /** Sets the content. Default: {@code Text}. */
    public PostBuilder content(@Nullable String content) {
      this.content = content;
      return this;
    }

    /** Sets the slug and the former ones. Default: none. */
    public PostBuilder slug(@Nullable String slug, String... former) {
      this.slug = slug;
      this.formerSlugs = List.of(former);
      return this;
    }

    /** Sets the tags. Default: none. */
    public PostBuilder tags(String... tags) {
      this.tags = StoredTags.of((Object) List.of(tags));
      return this;
    }

    /** Sets the counts. Default: 0 and 0. */
    public PostBuilder counts(long comments, long likes) {
      this.commentCount = comments;
      this.likeCount = likes;
      return this;
    }

    /** Sets the version. Default: 0. */
    public PostBuilder version(long version) {
      this.version = version;
      return this;
    }

    /** Sets the number of edits and the date of the last. Default: none. */
    public PostBuilder edited(long editVersion, @Nullable String updatedAt) {
      this.editVersion = editVersion;
      this.updatedAt = updatedAt;
      return this;
    }

    /** Sets the custom properties. Default: none. */
    public PostBuilder properties(Map<String, Object> properties) {
      this.properties = CustomProperties.of(properties);
      return this;
    }

    /**
     * Sets the status. Default: published.
     *
     * @param status {@code draft}, {@code scheduled} or {@code hidden}
     * @param publishAt when a scheduled post is to be published, or null
     */
    public PostBuilder status(@Nullable String status, @Nullable String publishAt) {
      this.status = status;
      this.publishAt = publishAt;
      return this;
    }

    /** Closes the comments. Default: open. */
    public PostBuilder commentsClosed() {
      this.commentsClosed = true;
      return this;
    }

    /** Makes it the tombstone of a deleted post. */
    public PostBuilder deleted() {
      this.deleted = true;
      return this;
    }

    /** Builds the item. */
    public PostItem build() {
      return new PostItem(
          id,
          type,
          postId,
          userId,
          userUsername,
          userVersion,
          title,
          content,
          null,
          slug,
          formerSlugs,
          tags,
          commentCount,
          likeCount,
          creationDate,
          version,
          editVersion,
          updatedAt,
          status,
          publishAt,
          properties,
          deleted,
          commentsClosed);
    }

    /** Builds the summary without the checks and cuts of {@link PostItem#summary}. */
    public PostSummaryItem summary() {
      return new PostSummaryItem(
          id,
          type,
          postId,
          userId,
          userUsername,
          userVersion,
          title,
          content,
          slug,
          tags,
          commentCount,
          likeCount,
          creationDate,
          version,
          status,
          publishAt,
          properties);
    }
  }

  /** Builds a comment. */
  public static final class CommentBuilder extends AuthoredBuilder<CommentBuilder> {
    private final String id;
    private final String postId;
    private @Nullable String content = "Nice";
    private long editVersion;
    private @Nullable String updatedAt;

    private CommentBuilder(String id, String postId) {
      super(ItemType.COMMENT);
      this.id = id;
      this.postId = postId;
    }

    @Override
    CommentBuilder self() {
      return this;
    }

    /** Sets the text. Default: {@code Nice}. */
    public CommentBuilder content(@Nullable String content) {
      this.content = content;
      return this;
    }

    /** Sets the number of edits and the date of the last. Default: none. */
    public CommentBuilder edited(long editVersion, @Nullable String updatedAt) {
      this.editVersion = editVersion;
      this.updatedAt = updatedAt;
      return this;
    }

    /** Hides it from readers. */
    public CommentBuilder hidden() {
      return type(ItemType.HIDDEN_COMMENT);
    }

    /** Builds the item. */
    public CommentItem build() {
      return new CommentItem(
          id,
          type,
          postId,
          userId,
          userUsername,
          userVersion,
          content,
          creationDate,
          editVersion,
          updatedAt,
          CustomProperties.NONE,
          null);
    }
  }

  /** Builds a like. */
  public static final class LikeBuilder extends AuthoredBuilder<LikeBuilder> {
    private final String id;
    private final String postId;

    private LikeBuilder(String userId, String postId) {
      super(ItemType.LIKE);
      this.id = LikeItem.idOf(UserId.of(userId));
      this.postId = postId;
      by(userId);
    }

    @Override
    LikeBuilder self() {
      return this;
    }

    /** Builds the item. */
    public LikeItem build() {
      return new LikeItem(id, type, postId, userId, userUsername, userVersion, creationDate);
    }
  }

  /** Builds a user. */
  public static final class UserBuilder {
    private final String id;
    private @Nullable String type = ItemType.USER;
    private @Nullable String username = USERNAME;
    private long version;

    private UserBuilder(String id) {
      this.id = id;
    }

    /** Sets the type. Default: {@link ItemType#USER}. */
    public UserBuilder type(@Nullable String type) {
      this.type = type;
      return this;
    }

    /** Sets the name. Default: {@code Ann}. */
    public UserBuilder named(@Nullable String username) {
      this.username = username;
      return this;
    }

    /** Sets the version. Default: 0. */
    public UserBuilder version(long version) {
      this.version = version;
      return this;
    }

    /** Builds the item. */
    public UserItem build() {
      return new UserItem(id, type, id, username, version, CustomProperties.NONE, 0, null);
    }
  }
}
