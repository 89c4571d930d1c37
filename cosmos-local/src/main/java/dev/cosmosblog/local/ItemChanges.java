package dev.cosmosblog.local;

import dev.cosmosblog.local.engine.Account;
import dev.cosmosblog.local.engine.Container;
import dev.cosmosblog.local.engine.Database;
import dev.cosmosblog.local.engine.Rewriting;

/** Changes items as if another client had done it. */
record ItemChanges(Account account) {
  void apply(Fault.ItemChange change) {
    for (Database database : account.databases()) {
      for (Container container : database.containers()) {
        if (container.id().equals(change.container())) {
          new Rewriting(account.queries(), container)
              .rewrite(
                  change.idPart(),
                  item -> change.properties().forEach((name, value) -> item.put(name, value)));
        }
      }
    }
  }
}
