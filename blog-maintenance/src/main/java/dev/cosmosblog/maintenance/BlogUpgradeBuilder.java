package dev.cosmosblog.maintenance;

import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.config.ContainerNames;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Builds a {@link BlogUpgrade}. */
public final class BlogUpgradeBuilder extends MaintenanceBuilder<BlogUpgradeBuilder> {
  private @Nullable String formerUsers;
  private @Nullable String dateProperty;

  BlogUpgradeBuilder(BlogDatabase database) {
    super(BlogUpgradeBuilder.class, database);
  }

  /**
   * Sets a container by {@code /id} that has the users, as in the article's V1 and V2. Default:
   * none. Because a container's partition key cannot be changed, the users are copied to the
   * container of users, which needs another name. The former container is not changed.
   *
   * @param container its name
   * @return this builder
   */
  public BlogUpgradeBuilder formerUsers(String container) {
    this.formerUsers = Objects.requireNonNull(container, "container");
    return this;
  }

  /**
   * Sets a property such as {@code dateCreated} that has the date of items without {@code
   * creationDate}. Default: none. The property is kept.
   *
   * @param property the property
   * @return this builder
   */
  public BlogUpgradeBuilder dateProperty(String property) {
    this.dateProperty = Objects.requireNonNull(property, "property");
    return this;
  }

  /**
   * Ignores the checkpoint of a run with the same settings, at each call; safe, but costs extra RU.
   *
   * @return this builder
   */
  public BlogUpgradeBuilder restart() {
    return fromTheBeginning();
  }

  /**
   * {@return the upgrade} Nothing is sent.
   *
   * @throws IllegalStateException if the former container of users is one of the blog's containers
   */
  public BlogUpgrade build() {
    ContainerNames own = database.containerNames();
    if (formerUsers != null
        && List.of(own.users(), own.posts(), own.feed(), own.leases()).contains(formerUsers)) {
      throw new IllegalStateException(
          ("The container '%s' belongs to the blog. Choose other container names for the blog,"
                  + " because the partition key of a container cannot be changed.")
              .formatted(formerUsers));
    }
    return new BlogUpgrade(settings(), formerUsers, dateProperty, restarts());
  }
}
