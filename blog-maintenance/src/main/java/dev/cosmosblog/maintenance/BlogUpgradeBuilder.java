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
   * Sets the container with partition key {@code /id} that has the users in the article's V1 and
   * V2.
   *
   * <p>Default: none. The users are copied to the blog's users container, which needs another name,
   * because the partition key of a container can't be changed. The former container isn't modified.
   *
   * @param container the container's name
   * @return this builder
   */
  public BlogUpgradeBuilder formerUsers(String container) {
    this.formerUsers = Objects.requireNonNull(container, "container");
    return this;
  }

  /**
   * Sets the property, such as {@code dateCreated}, that has the date of items without {@code
   * creationDate}. Default: none. The upgrade doesn't remove the property.
   *
   * @param property the property
   * @return this builder
   */
  public BlogUpgradeBuilder dateProperty(String property) {
    this.dateProperty = Objects.requireNonNull(property, "property");
    return this;
  }

  /**
   * Makes each call start from the beginning instead of the checkpoint. This is safe but costs RU.
   *
   * @return this builder
   */
  public BlogUpgradeBuilder restart() {
    return fromTheBeginning();
  }

  /**
   * {@return the upgrade} This method doesn't send requests.
   *
   * @throws IllegalStateException if the former users container is one of the blog's containers
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
