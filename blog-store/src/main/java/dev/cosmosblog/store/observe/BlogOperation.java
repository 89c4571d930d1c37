package dev.cosmosblog.store.observe;

/** An operation of the store, the change feed or a maintenance run. */
public enum BlogOperation {
  /** C1: creates a user. */
  CREATE_USER,
  /** C1: renames a user. */
  RENAME_USER,
  /** Edits a user's custom properties. */
  EDIT_USER,
  /** Q1: finds a user. */
  FIND_USER,
  /** C2: creates a post. */
  CREATE_POST,
  /** C2: edits a post. */
  EDIT_POST,
  /** Changes a post's status. */
  CHANGE_STATUS,
  /** Q2: finds a post. */
  FIND_POST,
  /** Finds a post by its slug. */
  FIND_POST_BY_SLUG,
  /** Q3: lists a user's posts. */
  POSTS_OF,
  /** C3: creates a comment. */
  CREATE_COMMENT,
  /** Q4: lists a post's comments. */
  COMMENTS_OF,
  /** Finds a comment. */
  FIND_COMMENT,
  /** C4: likes a post. */
  LIKE_POST,
  /** Q5: lists a post's likes. */
  LIKES_OF,
  /** Finds a user's like of a post. */
  FIND_LIKE,
  /** Finds the posts that a user likes among some posts. */
  LIKED_POSTS,
  /** Q6: reads the front page. */
  RECENT_POSTS,
  /** Lists the archive or one of its months. */
  ARCHIVE,
  /** Lists the archive's months with their numbers of posts. */
  ARCHIVE_MONTHS,
  /** Lists the posts with a tag. */
  POSTS_BY_TAG,
  /** Lists the tags with their numbers of posts. */
  TAGS,
  /** Finds a user by username. */
  FIND_USER_BY_USERNAME,
  /** Removes a like. */
  UNLIKE_POST,
  /** Edits a comment. */
  EDIT_COMMENT,
  /** Hides a comment. */
  HIDE_COMMENT,
  /** Approves a pending comment. */
  APPROVE_COMMENT,
  /** Lists the pending comments of all posts. */
  PENDING_COMMENTS,
  /** Decides on several comments. */
  MODERATE_COMMENTS,
  /** Shows a hidden comment again. */
  SHOW_COMMENT,
  /** Closes the comments of a post. */
  CLOSE_COMMENTS,
  /** Opens the comments of a post again. */
  OPEN_COMMENTS,
  /** Deletes a comment. */
  DELETE_COMMENT,
  /** Deletes a post. */
  DELETE_POST,
  /** Erases a user. */
  ERASE_USER,
  /** Erases items that were written during an erasure, or finishes an erasure. */
  FINISH_ERASURE,
  /** Writes a post's summary beside its author. */
  WRITE_SUMMARY,
  /** Finds the bucket of an entry that a repair writes. */
  WRITE_ENTRY,
  /** Writes or removes the entry of a comment in the queue of pending comments. */
  UPDATE_PENDING_COMMENTS,
  /** Updates the front page with changed and deleted posts. */
  UPDATE_FRONT_PAGE,
  /** Publishes a scheduled post. */
  PUBLISH_SCHEDULED,
  /** Deletes the summary of a deleted post. */
  REMOVE_SUMMARY,
  /** Releases the slugs of a deleted post. */
  RELEASE_SLUGS,
  /** Deletes the comments and likes of a deleted post. */
  PURGE_POST,
  /** Checks whether a post exists. */
  CHECK_POST,
  /** Reads a user's current name to update its copies. */
  FIND_CURRENT_USERNAME,
  /** Writes a user's name to one item. */
  PROPAGATE_USERNAME,
  /** Finds the items with a user's stale username. */
  FIND_STALE_USERNAMES,
  /** Reads items of any type in order. */
  SCAN,
  /** Reads items of any type by id. */
  FIND_ITEM,
  /** Counts a post's comments and likes. */
  COUNT_ITEMS,
  /** Repairs an item. */
  REPAIR,
  /**
   * Reads, writes or deletes an internal document in the leases container, such as a checkpoint.
   */
  LEASE_DOCUMENT,
  /** Reads or writes the settings that all hosts of the blog share. */
  BLOG_SETTINGS;

  /** {@return the cause under which the requests of this operation are counted} */
  public RequestCause cause() {
    return switch (this) {
      case CREATE_USER,
          RENAME_USER,
          EDIT_USER,
          CREATE_POST,
          EDIT_POST,
          CHANGE_STATUS,
          CREATE_COMMENT,
          LIKE_POST,
          UNLIKE_POST,
          EDIT_COMMENT,
          HIDE_COMMENT,
          APPROVE_COMMENT,
          MODERATE_COMMENTS,
          SHOW_COMMENT,
          CLOSE_COMMENTS,
          OPEN_COMMENTS,
          DELETE_COMMENT,
          DELETE_POST,
          ERASE_USER ->
          RequestCause.COMMANDS;
      case FIND_USER,
          FIND_POST,
          FIND_POST_BY_SLUG,
          POSTS_OF,
          COMMENTS_OF,
          FIND_COMMENT,
          LIKES_OF,
          FIND_LIKE,
          LIKED_POSTS,
          RECENT_POSTS,
          ARCHIVE,
          ARCHIVE_MONTHS,
          POSTS_BY_TAG,
          TAGS,
          FIND_USER_BY_USERNAME,
          PENDING_COMMENTS ->
          RequestCause.QUERIES;
      case FINISH_ERASURE,
          WRITE_SUMMARY,
          WRITE_ENTRY,
          UPDATE_PENDING_COMMENTS,
          UPDATE_FRONT_PAGE,
          PUBLISH_SCHEDULED,
          REMOVE_SUMMARY,
          RELEASE_SLUGS,
          PURGE_POST,
          CHECK_POST,
          FIND_CURRENT_USERNAME,
          PROPAGATE_USERNAME,
          FIND_STALE_USERNAMES ->
          RequestCause.COPIES;
      case SCAN, FIND_ITEM, COUNT_ITEMS, REPAIR, BLOG_SETTINGS -> RequestCause.MAINTENANCE;
      case LEASE_DOCUMENT -> RequestCause.LEASES;
    };
  }
}
