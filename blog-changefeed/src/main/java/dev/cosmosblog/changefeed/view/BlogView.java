package dev.cosmosblog.changefeed.view;

import java.util.List;

/**
 * A view of the blog that a host keeps itself, such as an index or another copy. The change feed
 * calls it with each batch of changes; see {@link
 * dev.cosmosblog.changefeed.BlogChangeFeedBuilder#view}.
 *
 * <p>A view sees the last state of every post, at least once. A change may be redelivered: after a
 * failure, after a restart, and when a range of posts moves between hosts. Then it may also come in
 * an older state than before, and on two hosts at once. Therefore a view writes the state that it
 * is given, over an older {@linkplain PostChange#version() version} only, and never adds or
 * subtracts.
 *
 * <p>A host calls a view from one thread at a time. Posts are in order: of one post, an older state
 * comes before a newer one, unless the change is redelivered. Posts among each other are in no
 * order.
 *
 * <p>A call that throws, or takes longer than its {@linkplain ViewConfig#timeLimit() time limit},
 * is repeated with the same changes, and later ones of the same range wait. While a call hangs, so
 * do the view's other ranges on that host; other views and the library's copies always go on. If
 * the view throws for one post and handles another, that post is dead-lettered after its third
 * failure, and can be {@linkplain dev.cosmosblog.changefeed.DeadLetters#replay replayed}.
 */
@FunctionalInterface
public interface BlogView {
  /**
   * Handles changed posts. It may block, up to its time limit, and must have finished its writes
   * when it returns: the changes are then not redelivered.
   *
   * @param changes the changed posts of a batch, each once; never empty
   */
  void onPosts(List<PostChange> changes);

  /** {@return how the view is kept, unless its registration says so; by default by all hosts} */
  default ViewConfig config() {
    return ViewConfig.DEFAULT;
  }

  /**
   * A view that also follows the users. That is one more change feed processor, which reads each
   * copy beside a user, too. The two are not in order with each other: a user's renaming may come
   * before or after that of the user's posts.
   */
  interface WithUsers extends BlogView {
    /**
     * Handles changed users, by the rules of {@link BlogView#onPosts}.
     *
     * @param changes the changed users of a batch, each once; never empty
     */
    void onUsers(List<UserChange> changes);
  }
}
