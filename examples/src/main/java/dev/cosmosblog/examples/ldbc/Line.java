package dev.cosmosblog.examples.ldbc;

import org.jspecify.annotations.Nullable;

/**
 * A line of a file.
 *
 * @param source where it stands
 * @param text what it says, or null where it is not UTF-8
 */
record Line(Source source, @Nullable String text) {
  Row row() throws MalformedRowException {
    if (text == null) {
      throw new MalformedRowException("is not UTF-8");
    }
    return Row.of(source, text);
  }
}
