package dev.cosmosblog.model;

import java.time.YearMonth;
import java.util.Objects;

/**
 * A month of the archive.
 *
 * @param month the month, in UTC
 * @param posts the number of its published posts
 */
public record ArchivedMonth(YearMonth month, long posts) {
  public ArchivedMonth {
    Objects.requireNonNull(month, "month");
  }
}
