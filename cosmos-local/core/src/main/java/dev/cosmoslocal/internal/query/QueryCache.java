package dev.cosmoslocal.internal.query;

import dev.cosmoslocal.internal.query.parse.Select;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The most recently used texts of one grammar, parsed. */
final class QueryCache {

  /**
   * The maximum length of all texts together. A parsed query takes up to 50 bytes for each char.
   */
  private static final int MAX_CHARS = 250_000;

  /** Guarded by this. */
  private final LinkedHashMap<String, Select> parsed = new LinkedHashMap<>(16, 0.75f, true);

  /** Guarded by this. */
  private int chars;

  private final Function<String, Select> parser;

  QueryCache(Function<String, Select> parser) {
    this.parser = parser;
  }

  Select parse(String text) {
    Select known = find(text);
    if (known != null) {
      return known;
    }
    Select select = parser.apply(text);
    put(text, select);
    return select;
  }

  private synchronized @Nullable Select find(String text) {
    return parsed.get(text);
  }

  private synchronized void put(String text, Select select) {
    if (parsed.put(text, select) == null) {
      chars += text.length();
    }
    Iterator<String> eldest = parsed.keySet().iterator();
    while (chars > MAX_CHARS && eldest.hasNext()) {
      chars -= eldest.next().length();
      eldest.remove();
    }
  }
}
