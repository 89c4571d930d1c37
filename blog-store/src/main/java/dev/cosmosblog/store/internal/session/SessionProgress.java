package dev.cosmosblog.store.internal.session;

import dev.cosmosblog.store.internal.item.BlogContainer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How far a client or a session has seen the physical partitions of the blog's containers, from the
 * session tokens of responses. Thread-safe.
 *
 * <p>The service's tokens have the form {@code range:version#LSN#region=LSN…}; see the SDK's {@code
 * VectorSessionToken}. The version changes with a failover, after which LSNs may be lower.
 */
public final class SessionProgress {
  /** The version of the text form, with which each text begins. */
  public static final String VERSION = "1";

  /** The maximum length of the text form. */
  public static final int MAX_LENGTH = 1_024;

  private static final int MAX_ID = 9;
  private static final int MAX_LSN = 18;

  // Guarded by this. The least recently used range is first.
  private final Map<Range, Progress> ranges = new LinkedHashMap<>();

  private record Range(BlogContainer container, long id) {
    String letter() {
      return container.name().substring(0, 1).toLowerCase(Locale.ROOT);
    }
  }

  private record Progress(long version, long lsn, Map<Long, Long> regions) {
    /** The progress after both, by the rules of {@code VectorSessionToken.merge}. */
    Progress and(Progress other) {
      if (version != other.version) {
        return version > other.version ? this : other;
      }
      if (!regions.keySet().equals(other.regions.keySet())) {
        return lsn >= other.lsn ? this : other;
      }
      Map<Long, Long> both = new HashMap<>(regions);
      other.regions.forEach((region, reached) -> both.merge(region, reached, Math::max));
      return new Progress(version, Math.max(lsn, other.lsn), both);
    }
  }

  /**
   * Returns the progress of a valid text; containers that this version doesn't know are left out.
   */
  public static SessionProgress parse(String valid) {
    SessionProgress progress = new SessionProgress();
    List<String> entries = List.of(valid.split("~"));
    // The most recently used entry is first in a text, and last in the map.
    for (int i = entries.size() - 1; i > 0; i--) {
      String entry = entries.get(i);
      String[] numbers = entry.substring(1).split("\\.");
      Map<Long, Long> regions = new HashMap<>();
      for (int j = 3; j < numbers.length; j += 2) {
        regions.put(Long.parseLong(numbers[j]), Long.parseLong(numbers[j + 1]));
      }
      Progress reached =
          new Progress(Long.parseLong(numbers[1]), Long.parseLong(numbers[2]), regions);
      for (BlogContainer container : BlogContainer.values()) {
        Range range = new Range(container, Long.parseLong(numbers[0]));
        if (isShared(container) && entry.startsWith(range.letter())) {
          progress.add(range, reached);
        }
      }
    }
    return progress;
  }

  // Leases are read by the change feed alone, with its own client.
  private static boolean isShared(@Nullable BlogContainer container) {
    return container != null && container != BlogContainer.LEASES;
  }

  /** Adds the session token of a response; ignores one of an unknown form. */
  public void add(@Nullable BlogContainer container, @Nullable String token) {
    add(container, token, List.of(this));
  }

  /** Adds the session token of a response to several; ignores one of an unknown form. */
  public static void add(
      @Nullable BlogContainer container, @Nullable String token, List<SessionProgress> all) {
    if (token == null || !isShared(container)) {
      return;
    }
    for (String each : token.split(",")) {
      TokenReader reader = new TokenReader(each.trim());
      long id = reader.number(MAX_ID);
      reader.skip(':');
      long version = reader.signed(MAX_ID);
      reader.skip('#');
      long lsn = reader.number(MAX_LSN);
      Map<Long, Long> regions = reader.isAtEnd() ? Map.of() : new HashMap<>();
      while (reader.isValid() && !reader.isAtEnd()) {
        reader.skip('#');
        long region = reader.number(MAX_ID);
        reader.skip('=');
        regions.put(region, reader.number(MAX_LSN));
      }
      if (reader.isValid()) {
        Range range = new Range(Objects.requireNonNull(container), id);
        Progress reached = new Progress(version, lsn, regions);
        all.forEach(one -> one.add(range, reached));
      }
    }
  }

  /** Returns whether a text has the form of {@link #text}. */
  public static boolean isText(String text) {
    if (text.length() > MAX_LENGTH || !text.startsWith(VERSION)) {
      return false;
    }
    TokenReader reader = new TokenReader(text);
    reader.skip(VERSION.charAt(0));
    while (reader.isValid() && !reader.isAtEnd()) {
      reader.skip('~');
      reader.letter();
      reader.number(MAX_ID);
      reader.skip('.');
      reader.signed(MAX_ID);
      reader.skip('.');
      reader.number(MAX_LSN);
      while (reader.isValid() && reader.isAt('.')) {
        reader.skip('.');
        reader.number(MAX_ID);
        reader.skip('.');
        reader.number(MAX_LSN);
      }
    }
    return reader.isValid();
  }

  /** Reads tokens without a regular expression, because each response has one. */
  private static final class TokenReader {
    private final String text;
    private int at;
    private boolean valid = true;

    TokenReader(String text) {
      this.text = text;
    }

    boolean isValid() {
      return valid;
    }

    boolean isAtEnd() {
      return at == text.length();
    }

    boolean isAt(char character) {
      return at < text.length() && text.charAt(at) == character;
    }

    void skip(char character) {
      valid &= isAt(character);
      at++;
    }

    void letter() {
      valid &= at < text.length() && text.charAt(at) >= 'a' && text.charAt(at) <= 'z';
      at++;
    }

    long signed(int maxDigits) {
      if (isAt('-')) {
        at++;
        return -number(maxDigits);
      }
      return number(maxDigits);
    }

    long number(int maxDigits) {
      int begin = at;
      long number = 0;
      while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
        number = number * 10 + text.charAt(at) - '0';
        at++;
      }
      valid &= at > begin && at - begin <= maxDigits;
      return number;
    }
  }

  /** Adds what another has seen, as more recently used. */
  public void add(SessionProgress other) {
    if (other != this) {
      other.copy().forEach(this::add);
    }
  }

  private synchronized Map<Range, Progress> copy() {
    return new LinkedHashMap<>(ranges);
  }

  private synchronized void add(Range range, Progress reached) {
    Progress before = ranges.remove(range);
    ranges.put(range, before == null ? reached : before.and(reached));
  }

  /** Forgets a container, whose entries no replica reaches. */
  public synchronized void forget(@Nullable BlogContainer container) {
    ranges.keySet().removeIf(range -> range.container == container);
  }

  /**
   * Returns the session token for a read that must have reached this and what the client has seen;
   * empty if the client has seen everything, because the SDK then sends its own token.
   */
  public Optional<String> beyond(SessionProgress client, @Nullable BlogContainer container) {
    Map<Range, Progress> both = client.copy();
    boolean isBeyond = false;
    for (Map.Entry<Range, Progress> wanted : copy().entrySet()) {
      if (wanted.getKey().container == container) {
        Progress before = both.get(wanted.getKey());
        Progress after = before == null ? wanted.getValue() : before.and(wanted.getValue());
        isBeyond |= !after.equals(before);
        both.put(wanted.getKey(), after);
      }
    }
    return isBeyond
        ? Optional.of(
            both.entrySet().stream()
                .filter(entry -> entry.getKey().container == container)
                .map(entry -> text(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(",")))
        : Optional.empty();
  }

  private static String text(Range range, Progress reached) {
    StringBuilder text = new StringBuilder();
    text.append(range.id).append(':').append(reached.version).append('#').append(reached.lsn);
    reached.regions.forEach(
        (region, lsn) -> text.append('#').append(region).append('=').append(lsn));
    return text.toString();
  }

  /** Returns the text form, without the least recently used ranges if there are too many. */
  public String text() {
    List<Map.Entry<Range, Progress>> entries = new ArrayList<>(copy().entrySet());
    StringBuilder text = new StringBuilder(VERSION);
    for (int i = entries.size() - 1; i >= 0; i--) {
      Range range = entries.get(i).getKey();
      Progress reached = entries.get(i).getValue();
      StringBuilder entry = new StringBuilder("~").append(range.letter()).append(range.id);
      entry.append('.').append(reached.version).append('.').append(reached.lsn);
      reached.regions.forEach(
          (region, lsn) -> entry.append('.').append(region).append('.').append(lsn));
      if (text.length() + entry.length() > MAX_LENGTH) {
        break;
      }
      text.append(entry);
    }
    return text.toString();
  }
}
