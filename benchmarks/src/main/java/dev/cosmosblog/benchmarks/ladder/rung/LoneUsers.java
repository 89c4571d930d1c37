package dev.cosmosblog.benchmarks.ladder.rung;

import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosContainerProperties;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import java.util.List;
import java.util.Optional;

/** The container of users as V1 and V2 have it: partitioned by the id, so each user is alone. */
final class LoneUsers {
  private final Items users;

  private LoneUsers(Items users) {
    this.users = users;
  }

  static LoneUsers provision(CosmosDatabase database) {
    return new LoneUsers(Items.provision(database, new CosmosContainerProperties("users", "/id")));
  }

  Items items() {
    return users;
  }

  void create(User user) {
    users.create(user.id().value(), ArticleItems.loneUser(user));
  }

  void createAll(List<User> added) {
    users.createEverywhere(added, user -> user.id().value(), ArticleItems::loneUser);
  }

  void rename(User user) {
    String id = user.id().value();
    users.replace(id, id, ArticleItems.loneUser(user));
  }

  Optional<User> find(UserId id) {
    return users.read(id.value(), id.value()).map(Answers::user);
  }

  String name(String id) {
    return find(UserId.of(id)).map(User::username).orElse("");
  }
}
