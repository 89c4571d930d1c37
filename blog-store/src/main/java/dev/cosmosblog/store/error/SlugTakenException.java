package dev.cosmosblog.store.error;

import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.Slug;
import java.util.Objects;

/**
 * The slug belongs to another post, which has it now or had it before, or is being reserved. The
 * command had no effect.
 */
public final class SlugTakenException extends BlogException {
  private static final long serialVersionUID = 1L;

  private final Slug slug;

  /**
   * @param slug the slug
   */
  public SlugTakenException(Slug slug) {
    super(
        ("The slug '%s' is taken by another post, which has it or had it before. Choose another,"
                + " for example '%1$s-2'.")
            .formatted(slug));
    this.slug = Objects.requireNonNull(slug, "slug");
  }

  /** {@return the slug that is taken} */
  public Slug slug() {
    return slug;
  }
}
