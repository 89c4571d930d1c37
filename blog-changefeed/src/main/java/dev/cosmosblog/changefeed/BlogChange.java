package dev.cosmosblog.changefeed;

import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import java.time.Instant;

/** A change that means something to the copies, read from an item as it is after the change. */
sealed interface BlogChange {
  /** A user was written, at a time of Cosmos DB's in whole seconds. */
  record UserChange(UserId user, VersionedName name, Instant written) implements BlogChange {}

  /** A user was erased, or an erasure went on, at a time of Cosmos DB's in whole seconds. */
  record UserErasure(UserId user, Instant written) implements BlogChange {}

  /** A post, comment or like was written, with its author's name as of some version. */
  record NameChange(AuthoredItem carrier, UserId user, long userVersion) implements BlogChange {}

  /** A post was written, or its counts moved. */
  record PostChange(PostItem post) implements BlogChange {}

  /** A post was deleted; what was written is the mark that says so. */
  record PostDeletion(PostId post, UserId author) implements BlogChange {}
}
