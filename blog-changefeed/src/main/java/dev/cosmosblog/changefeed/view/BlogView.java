package dev.cosmosblog.changefeed.view;

import java.util.List;

/**
 * A custom view of the blog, such as a search index, which the change feed calls with each batch of
 * changes; see {@link dev.cosmosblog.changefeed.BlogChangeFeedBuilder#view}.
 *
 * <p>A view receives the latest state of every post at least once. A change may be redelivered:
 * after a failure, after a restart, and when a range of posts moves between hosts. A redelivered
 * change may have an older state than before, and may reach two hosts at once. Therefore a view
 * must be idempotent: it replaces a state only if the stored {@linkplain PostChange#version()
 * version} is older, and never increments or decrements.
 *
 * <p>A host calls a view from one thread at a time. The states of one post arrive in order, unless
 * a change is redelivered. The order of different posts is undefined.
 *
 * <p>If a call throws or exceeds its {@linkplain ViewConfig#timeLimit() time limit}, the change
 * feed repeats it with the same changes, and later changes of the same range wait. While a call
 * hangs, the view's other ranges on that host wait, too, but other views and the library's copies
 * don't. If the view throws for one post but handles others, that post is dead-lettered after its
 * third failure, and can be {@linkplain dev.cosmosblog.changefeed.DeadLetters#replay replayed}.
 */
@FunctionalInterface
public interface BlogView {
  /**
   * Handles changed posts. It may block up to its time limit, and must finish its writes before it
   * returns, because the changes aren't redelivered afterwards.
   *
   * @param changes the changed posts of a batch, each once; never empty
   */
  void onPosts(List<PostChange> changes);

  /**
   * {@return the view's settings, unless its registration overrides them; by default, all hosts
   * share one view}
   */
  default ViewConfig config() {
    return ViewConfig.DEFAULT;
  }

  /**
   * A view that also receives the changes of users.
   *
   * <p>Costs one more change feed processor, which also reads the summaries beside the users. The
   * order between users and posts is undefined: a user's new name may arrive before or after the
   * user's renamed posts.
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
