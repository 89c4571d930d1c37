package dev.cosmosblog.store;

import com.azure.cosmos.models.CosmosPatchOperations;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ErasedUserItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.store.ItemContainer.Patch;
import dev.cosmosblog.store.ItemContainer.Versioned;
import java.time.Duration;
import java.util.Optional;

/** The container of users: each user, and beside it the user's posts in short form. */
final class UserRepository {
  private static final String ENDING =
      "FROM c WHERE c.type = 'erasedUser' AND IS_DEFINED(c.formerUsername)";

  private final ItemContainer users;

  UserRepository(ItemContainer users) {
    this.users = users;
  }

  Optional<Versioned<UserItem>> find(UserId id, RequestMeter meter) {
    return users
        .read(key(id), UserItem.class, meter)
        .filter(user -> ItemType.USER.equals(user.item().type()));
  }

  UserItem get(UserId id, RequestMeter meter) {
    return find(id, meter).orElseThrow(() -> new UserNotFoundException(id)).item();
  }

  Write create(User user, RequestMeter meter) {
    return users.create(UserItem.of(user), user.id().value(), meter);
  }

  Write rename(UserId id, String username, String etag, RequestMeter meter) {
    CosmosPatchOperations operations =
        CosmosPatchOperations.create().set("/username", username).increment("/version", 1);
    return users.patch(key(id), new Patch(operations, null, etag), meter);
  }

  /** A user, or what is left of one. */
  Optional<Versioned<ErasedUserItem>> findErasable(UserId id, RequestMeter meter) {
    return users
        .read(key(id), ErasedUserItem.class, meter)
        .filter(
            found ->
                ItemType.USER.equals(found.item().type())
                    || ItemType.ERASED_USER.equals(found.item().type()));
  }

  /** Puts the mark in the user's place. */
  Write markErased(EraseUser command, String formerUsername, String etag, RequestMeter meter) {
    CosmosPatchOperations operations =
        CosmosPatchOperations.create()
            .set("/type", ItemType.ERASED_USER)
            .set("/username", command.replacement())
            .set("/erasure", command.erasure().name())
            .set("/formerUsername", formerUsername)
            .increment("/version", 1);
    return users.patch(key(command.id()), new Patch(operations, null, etag), meter);
  }

  /** Takes the former name out of the mark; the mark itself stays, or goes after a time. */
  Write endErasure(UserId id, Optional<Duration> goesAfter, RequestMeter meter) {
    CosmosPatchOperations operations = CosmosPatchOperations.create().remove("/formerUsername");
    goesAfter.ifPresent(time -> operations.set("/ttl", time.toSeconds()));
    return users.patch(key(id), new Patch(operations, ENDING, null), meter);
  }

  Page<PostSummary> postsOf(UserId id, PageRequest request, RequestMeter meter) {
    return new ListQuery<>(ListKind.POSTS, id.value(), PostItem.class, CommentOrder.NEWEST_FIRST)
        .page(users, request, PostItem::toSummary, meter);
  }

  private static ItemKey key(UserId id) {
    return new ItemKey(id.value(), id.value());
  }
}
