package dev.cosmosblog.store;

import com.azure.cosmos.models.CosmosPatchOperations;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.store.ItemContainer.Patch;
import dev.cosmosblog.store.ItemContainer.Versioned;
import java.util.Optional;

/** The container of users: each user, and beside it the user's posts in short form. */
final class UserRepository {
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

  Page<PostSummary> postsOf(UserId id, PageRequest request, RequestMeter meter) {
    return new ListQuery<>(
            BlogOperation.POSTS_OF,
            id.value(),
            ItemType.POST,
            PostItem.class,
            CommentOrder.NEWEST_FIRST)
        .page(users, request, PostItem::toSummary, meter);
  }

  private static ItemKey key(UserId id) {
    return new ItemKey(id.value(), id.value());
  }
}
