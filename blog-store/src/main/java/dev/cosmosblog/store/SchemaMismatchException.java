package dev.cosmosblog.store;

import dev.cosmosblog.model.BlogException;

/** A container is there with another partition key, which can't be changed. */
public final class SchemaMismatchException extends BlogException {
  private static final long serialVersionUID = 1L;

  SchemaMismatchException(String container, Object expected, Object found) {
    super(
        "The container '%s' has the partition key %s and should have %s. Give the blog a container of another name, or copy its items into a new one."
            .formatted(container, found, expected));
  }
}
