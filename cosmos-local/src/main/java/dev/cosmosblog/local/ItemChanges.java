package dev.cosmosblog.local;

import dev.cosmosblog.local.internal.engine.account.Account;
import dev.cosmosblog.local.internal.engine.account.Database;
import dev.cosmosblog.local.internal.engine.account.ItemRewriter;
import dev.cosmosblog.local.internal.engine.container.Container;

/** Changes items as if another client had done it. */
record ItemChanges(Account account) {
  void apply(Fault.ItemChange change) {
    for (Database database : account.databases()) {
      for (Container container : database.containers()) {
        if (container.id().equals(change.container())) {
          new ItemRewriter(account.queries(), container)
              .rewrite(
                  change.idPart(),
                  item -> change.properties().forEach((name, value) -> item.put(name, value)));
        }
      }
    }
  }
}
