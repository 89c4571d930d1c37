package dev.cosmosblog.examples.ldbc;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** How dates are written. */
enum DateStyle {
  /** As the benchmark's string date formatter writes them. */
  TEXT {
    @Override
    Instant read(Row row, int column) throws MalformedRowException {
      try {
        return OffsetDateTime.parse(row.text(column), FORMAT).toInstant();
      } catch (DateTimeException e) {
        throw new MalformedRowException(
            "creation date '%s' is no date such as 2010-06-27T23:36:57.962+0000"
                .formatted(row.text(column)));
      }
    }
  },
  /** Milliseconds since 1970. */
  MILLIS {
    @Override
    Instant read(Row row, int column) throws MalformedRowException {
      return Instant.ofEpochMilli(row.number("creation date", column));
    }
  };

  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSXX", Locale.ROOT);

  abstract Instant read(Row row, int column) throws MalformedRowException;
}
