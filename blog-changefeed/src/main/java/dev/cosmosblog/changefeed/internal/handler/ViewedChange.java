package dev.cosmosblog.changefeed.internal.handler;

import dev.cosmosblog.changefeed.view.PostChange;
import dev.cosmosblog.changefeed.view.UserChange;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.internal.item.ItemPlace;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** The change of one post or user in a batch, for a view. */
sealed interface ViewedChange {
  ViewSubject subject();

  /** Returns the items whose changes these are, with their authors. */
  Map<ItemPlace, UserId> places();

  /**
   * Returns a digest that two changes share if the later one adds nothing for a view or an
   * operator. It has no texts, and so may outlive the erasure of a user.
   */
  String digest();

  private static String digest(Object... parts) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      for (Object part : parts) {
        byte[] text = String.valueOf(part).getBytes(StandardCharsets.UTF_8);
        sha.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, text.length));
        sha.update(text);
      }
      return Base64.getEncoder().encodeToString(sha.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  record ChangedPost(PostChange change, Map<ItemPlace, UserId> places) implements ViewedChange {
    @Override
    public ViewSubject subject() {
      return new ViewSubject.OfPost(change.id());
    }

    @Override
    public String digest() {
      // Each write of a post raises its version, which covers neither comments nor their names.
      List<Object> parts = new ArrayList<>(List.of(change.kind(), change.version()));
      for (Comment comment : change.comments()) {
        parts.add(comment.id());
        parts.add(comment.version());
        parts.add(comment.userUsername());
        parts.add(comment.content());
        parts.add(comment.properties().asMap());
      }
      for (Like like : change.likes()) {
        parts.add(like.userId());
        parts.add(like.userUsername());
      }
      return ViewedChange.digest(parts.toArray());
    }
  }

  record ChangedUser(UserChange change, Map<ItemPlace, UserId> places) implements ViewedChange {
    @Override
    public ViewSubject subject() {
      return new ViewSubject.OfUser(change.id());
    }

    @Override
    public String digest() {
      return ViewedChange.digest(change.kind(), change.version());
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
    public String digest() {
      return ViewedChange.digest(String.valueOf(reason.getMessage()), places.keySet());
    }
  }
}
