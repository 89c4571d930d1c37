package dev.cosmosblog.examples.ldbc;

import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreateUser;

/**
 * A person.
 *
 * @param source the row
 * @param id the person's id
 * @param username first name, last name and id, since names alone are not unique
 */
record AddUser(Source source, long id, String username) implements Addition {
  /** Of the columns id, first name, last name. */
  static AddUser of(Row row) throws MalformedRowException {
    long id = row.id("person id", 0);
    return new AddUser(row.source(), id, row.text(1) + " " + row.text(2) + " " + id);
  }

  @Override
  public Entity entity() {
    return Entity.USER;
  }

  @Override
  public CommandResult<?> addTo(BlogStore store, ReplyChains replies) {
    return store.createUser(CreateUser.named(username).withId(userId(id)));
  }

  static UserId userId(long id) {
    return UserId.of(Long.toString(id));
  }
}
