package dev.cosmosblog.changefeed.internal.handler;

import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;

/** The post or user that a view is called for. */
sealed interface ViewSubject {
  record OfPost(PostId id) implements ViewSubject {}

  record OfUser(UserId id) implements ViewSubject {}
}
