package dev.cosmosblog.store.error;

import dev.cosmosblog.model.BlogException;
import java.util.List;

/**
 * This host has other settings than the blog, or its library supports another schema version;
 * nothing was written. All hosts of a blog must have the same settings, which {@link
 * dev.cosmosblog.store.BlogSchema#provision} stores.
 */
public final class SettingsMismatchException extends BlogException {
  private static final long serialVersionUID = 1L;

  private final List<String> differences;

  /**
   * @param differences each setting that differs, with both values
   */
  public SettingsMismatchException(List<String> differences) {
    super(
        ("The settings of this host differ from those of the blog: %s. Use the same settings, take"
                + " those of the blog with BlogDatabase.adoptStoredSettings(), or change them with"
                + " BlogSchema.changeSettings(). If schemaVersion differs, use a version of the"
                + " library that supports it.")
            .formatted(String.join("; ", differences)));
    this.differences = List.copyOf(differences);
  }

  /** {@return each setting that differs, with the value on this host and the stored one} */
  public List<String> differences() {
    return differences;
  }
}
