package dev.cosmosblog.store.observe;

/** An operation of the store, the change feed's handlers or a maintenance program. */
public enum BlogOperation {
  /** C1, a new user. */
  CREATE_USER,
  /** C1, another name for a user. */
  RENAME_USER,
  /** Edits a user's custom properties. */
  EDIT_USER,
  /** Q1. */
  FIND_USER,
  /** C2, a new post. */
  CREATE_POST,
  /** C2, another title, content or property for a post. */
  EDIT_POST,
  /** Another status for a post. */
  CHANGE_STATUS,
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
  /** A user's like of a post. */
  FIND_LIKE,
  /** Which of some posts a user likes. */
  LIKED_POSTS,
  /** Q6. */
  RECENT_POSTS,
  /** A page of the archive, or of a month of it. */
  ARCHIVE,
  /** The archive's months with their numbers of posts. */
  ARCHIVE_MONTHS,
  /** A user by the name that the user holds. */
  FIND_USER_BY_USERNAME,
  /** Removes a like. */
  UNLIKE_POST,
  /** Edits a comment. */
  EDIT_COMMENT,
  /** Takes a comment from readers. */
  HIDE_COMMENT,
  /** Gives a hidden comment back to readers. */
  SHOW_COMMENT,
  /** Deletes a comment. */
  DELETE_COMMENT,
  /** Deletes a post. */
  DELETE_POST,
  /** Erases a user. */
  ERASE_USER,
  /** Erases what a user wrote while the user was erased, or finishes an erasure. */
  FINISH_ERASURE,
  /** Writes a post's summary beside its author. */
  COPY_TO_USER,
  /** Writes a post's entry in the archive without its other copies. */
  COPY_TO_ARCHIVE,
  /** Brings changed and deleted posts into the front page. */
  UPDATE_FRONT_PAGE,
  /** Publishes a scheduled post. */
  PUBLISH_SCHEDULED,
  /** Deletes the summary of a deleted post. */
  REMOVE_COPY,
  /** Deletes the comments and likes of a deleted post. */
  PURGE_POST,
  /** Looks whether a post exists. */
  CHECK_POST,
  /** Reads a user's current name for its copies. */
  CURRENT_NAME,
  /** Writes a user's name to one item. */
  COPY_NAME,
  /** Finds the items that carry a user's stale name. */
  SPREAD_NAME,
  /** Reads items in order, whatever they are. */
  SCAN,
  /** Reads items by their ids, whatever they are. */
  FIND_ITEM,
  /** Counts a post's comments and likes. */
  COUNT_ITEMS,
  /** Repairs an item that has drifted. */
  REPAIR,
  /** Reads, writes or deletes a document of the library's own, such as a run's checkpoint. */
  LEASE_DOCUMENT
}
