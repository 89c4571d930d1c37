package dev.cosmosblog.store.observe;

import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.internal.kernel.CopyWrites;

/** What a {@link BlogStore}, or a change handler through {@link CopyWrites}, can be asked to do. */
public enum BlogOperation {
  /** C1, a new user. */
  CREATE_USER,
  /** C1, another name for a user. */
  RENAME_USER,
  /** Q1. */
  FIND_USER,
  /** C2, a new post. */
  CREATE_POST,
  /** C2, another title or content for a post. */
  EDIT_POST,
  /** Q2. */
  FIND_POST,
  /** Q3. */
  POSTS_OF,
  /** C3. */
  CREATE_COMMENT,
  /** Q4. */
  COMMENTS_OF,
  /** C4. */
  LIKE_POST,
  /** Q5. */
  LIKES_OF,
  /** Q6. */
  RECENT_POSTS,
  /** A user by the name that the user holds. */
  FIND_USER_BY_USERNAME,
  /** A like taken back. */
  UNLIKE_POST,
  /** Another content for a comment. */
  EDIT_COMMENT,
  /** A comment deleted. */
  DELETE_COMMENT,
  /** A post deleted. */
  DELETE_POST,
  /** A user erased, with what the user wrote or without the name in it. */
  ERASE_USER,
  /** An item of a user who was erased while it was written, dealt with like the others. */
  SETTLE_ERASED,
  /** A post's short copy beside its author. */
  COPY_TO_USER,
  /** Changed and deleted posts brought into the feed. */
  UPDATE_FEED,
  /** A short copy of a post that is gone, taken away. */
  REMOVE_COPY,
  /** The comments and likes of a post that is gone, taken away. */
  PURGE_POST,
  /** Whether a post is there. */
  CHECK_POST,
  /** A user's current name looked up for its copies. */
  CURRENT_NAME,
  /** A user's name written to one item that carries it. */
  COPY_NAME,
  /** The items looked for that carry a user's older name. */
  SPREAD_NAME,
  /** Items read one after the other, whatever they are. */
  SCAN,
  /** Items looked up by their ids, whatever they are. */
  FIND_ITEM,
  /** A post's comments and likes counted. */
  COUNT_ITEMS,
  /** Something that had drifted, set right. */
  MEND,
  /** What a program keeps for itself, such as how far it has come, read, written or taken away. */
  KEEP_ITEM
}
