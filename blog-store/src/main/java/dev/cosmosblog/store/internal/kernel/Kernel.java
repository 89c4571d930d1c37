package dev.cosmosblog.store.internal.kernel;

import dev.cosmosblog.model.item.SummaryRule;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.Operations;
import dev.cosmosblog.store.internal.cosmos.StoredSettings;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.ItemReads.FormerUsers;
import dev.cosmosblog.store.observe.OperationListener;
import dev.cosmosblog.store.spi.ChangeProcessor;
import dev.cosmosblog.store.spi.Environment;
import java.util.List;
import java.util.function.Consumer;

/**
 * The parts of a database for this library's other modules. Each part reports its operations to the
 * caller's listener and to those of the database.
 */
public record Kernel(DatabaseAccess database) {
  public static Kernel of(BlogDatabase database) {
    return new Kernel(database.unwrap(DatabaseAccess.class));
  }

  public Repositories repositories(OperationListener listener) {
    return new Repositories(database.with(listener));
  }

  public ItemReads items(OperationListener listener) {
    return new ItemReads(operations(listener), database::container);
  }

  public RepairWrites repairs(OperationListener listener) {
    return new RepairWrites(operations(listener), database);
  }

  public LeaseDocuments leaseDocuments(OperationListener listener) {
    return new LeaseDocuments(database.container(BlogContainer.LEASES), operations(listener));
  }

  /** Returns the users of another container of the database, partitioned by {@code /id}. */
  public FormerUsers formerUsers(String container, OperationListener listener) {
    ItemContainer users = new ItemContainer(database.service().container(container), null);
    return new FormerUsers(container, new ItemReads(operations(listener), any -> users));
  }

  public ChangeProcessor changeProcessor(
      BlogContainer source, ChangeProcessor.Settings settings, Consumer<List<StoredItem>> handler) {
    return database.service().changeProcessor(source, settings, handler);
  }

  public StoredSettings settings(OperationListener listener) {
    return database.stored().with(listener);
  }

  /** Returns what post summaries carry. */
  public SummaryRule summaryRule() {
    return database.settings().summaryRule();
  }

  public Environment environment() {
    return database.environment();
  }

  private Operations operations(OperationListener listener) {
    return database.operations().with(listener);
  }
}
