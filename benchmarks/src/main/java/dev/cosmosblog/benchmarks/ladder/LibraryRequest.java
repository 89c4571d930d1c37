package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.benchmarks.ladder.ListedBlog.Round;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import java.util.Optional;
import java.util.function.Function;

/**
 * Requests of this library that the article doesn't have, in an order in which each finds what it
 * needs. Commands look up their author, as on the ladder. Lists return their first page.
 */
enum LibraryRequest {
  CREATE_POST_WITH_SLUG(
      "create a post with a slug", round -> round.store().createPost(round.withSlug())),
  FIND_POST_BY_SLUG("find a post by its slug", round -> round.store().findPostBySlug(round.slug())),
  CHANGE_SLUG("change the slug of a post", round -> round.store().editPost(round.otherSlug())),
  FIND_POST_BY_FORMER_SLUG(
      "find a post by a former slug", round -> round.store().findPostBySlug(round.slug())),
  FIND_POST_IN_SESSION(
      "retrieve a post with a session token",
      round -> round.store().withSession(round.token()).findPost(round.post().id())),
  CREATE_POST_WITH_TAGS(
      "create a post with three tags", round -> round.store().createPost(round.withTags())),
  POSTS_BY_TAG(
      "list 20 posts with a tag",
      round -> round.store().postsByTag(ListedBlog.OF_EVERY_POST, ListedBlog.PAGE)),
  TAGS("list 20 tags with their numbers of posts", round -> round.store().tags(ListedBlog.PAGE)),
  ARCHIVE("list 20 posts of the archive", round -> round.store().archive(ListedBlog.PAGE)),
  /** The only request whose cost grows: it counts the posts. */
  ARCHIVE_MONTHS(
      "count the posts of a month", round -> round.store().archiveMonths(PageRequest.first(1))),
  CREATE_PENDING_COMMENT(
      "create a pending comment", round -> round.store().createComment(round.pending())),
  PENDING_COMMENTS(
      "list 20 pending comments", round -> round.store().pendingComments(ListedBlog.PAGE)),
  APPROVE_COMMENT(
      "approve a comment",
      round -> round.store().approveComment(round.post().id(), round.comment().id())),
  FIND_COMMENT(
      "find a comment",
      round -> round.store().findComment(round.post().id(), round.comment().id())),
  CLOSE_COMMENTS(
      "close the comments of a post", round -> round.store().closeComments(round.post().id()));

  private final String description;
  private final Function<Round, Object> call;

  LibraryRequest(String description, Function<Round, Object> call) {
    this.description = description;
    this.call = call;
  }

  String description() {
    return description;
  }

  /** Sends the request of a round, and returns its result. */
  Object send(Round round) {
    return call.apply(round);
  }

  /** Returns how many entries a result has. */
  static int entries(Object result) {
    if (result instanceof Page<?> page) {
      return page.items().size();
    }
    return result instanceof Optional<?> found && found.isEmpty() ? 0 : 1;
  }
}
