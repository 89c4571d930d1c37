package dev.cosmosblog.changefeed.internal.handler;

import dev.cosmosblog.changefeed.view.PostChange;
import dev.cosmosblog.changefeed.view.UserChange;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.internal.item.ItemPlace;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The change of one post or user in a batch, for a view. */
sealed interface ViewedChange {
  ViewSubject subject();

  /** Returns the items whose changes these are, with their authors. */
  Map<ItemPlace, UserId> places();

  /** Checks whether this change adds nothing to an earlier one, for a view or an operator. */
  boolean repeats(@Nullable ViewedChange earlier);

  record ChangedPost(PostChange change, Map<ItemPlace, UserId> places) implements ViewedChange {
    @Override
    public ViewSubject subject() {
      return new ViewSubject.OfPost(change.id());
    }

    @Override
    public boolean repeats(@Nullable ViewedChange earlier) {
      return earlier instanceof ChangedPost other && other.change.equals(change);
    }
  }

  record ChangedUser(UserChange change, Map<ItemPlace, UserId> places) implements ViewedChange {
    @Override
    public ViewSubject subject() {
      return new ViewSubject.OfUser(change.id());
    }

    @Override
    public boolean repeats(@Nullable ViewedChange earlier) {
      return earlier instanceof ChangedUser other && other.change.equals(change);
    }
  }

  /** Comments and likes of a post that can't be read. */
  record UnreadablePost(PostId post, Map<ItemPlace, UserId> places, MalformedItemException reason)
      implements ViewedChange {
    @Override
    public ViewSubject subject() {
      return new ViewSubject.OfPost(post);
    }

    @Override
    public boolean repeats(@Nullable ViewedChange earlier) {
      return earlier instanceof UnreadablePost other && other.places.equals(places);
    }
  }
}
