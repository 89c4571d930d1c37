package dev.cosmosblog.maintenance.verify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.maintenance.verify.Tally.Counts;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Where a run goes on, as values. Ranges are kept by their bounds, and keys by their values, so
 * that it holds when partitions are split meanwhile.
 *
 * @param format which shape this is
 * @param repair whether the run writes
 * @param section what it reads
 * @param ranges the section's ranges
 * @param range the range that it reads, by its index; all are done where it is their number
 * @param after where to go on in the range; null at its beginning
 * @param counts what was found so far
 */
record ResumePoint(
    int format,
    boolean repair,
    VerifySection section,
    List<String> ranges,
    int range,
    @Nullable String after,
    Counts counts) {
  private static final int FORMAT = 1;
  private static final int SUM_LENGTH = 8;
  private static final ObjectMapper JSON = new ObjectMapper();

  ResumePoint {
    Objects.requireNonNull(section, "section");
    Objects.requireNonNull(counts, "counts");
    ranges = List.copyOf(ranges);
  }

  static ResumePoint start(boolean repair, VerifySection first, List<String> ranges) {
    return new ResumePoint(FORMAT, repair, first, ranges, 0, null, Counts.NONE);
  }

  static ResumePoint parse(String token, boolean repair) {
    ResumePoint point;
    try {
      String json = token.substring(Math.min(token.length(), SUM_LENGTH));
      if (!token.equals(sum(json) + json)) {
        throw new IllegalArgumentException(
            "This is no resume token, or one that was cut or changed; begin anew without one.");
      }
      point = JSON.readValue(json, ResumePoint.class);
    } catch (JsonProcessingException e) {
      // Not as the cause: its message quotes the token, and whatever was handed in as one.
      throw new IllegalArgumentException(
          "This resume token is another version's; begin anew without one.");
    }
    if (point == null || point.format != FORMAT || point.repair != repair) {
      throw new IllegalArgumentException(
          "This resume token is another version's, or of a run of the other kind (verify, repair);"
              + " begin anew without one.");
    }
    return point;
  }

  String text() {
    try {
      String json = JSON.writeValueAsString(this);
      return sum(json) + json;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A resume point is plain values", e);
    }
  }

  /** A token that was cut or changed on its way through files and scripts is not gone on from. */
  private static String sum(String json) {
    CRC32C sum = new CRC32C();
    sum.update(json.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().toHexDigits((int) sum.getValue());
  }

  /** After a page that ended so; empty ranges ask for the next section's. */
  ResumePoint next(Optional<String> key, Counts counted) {
    return key.isPresent()
        ? new ResumePoint(format, repair, section, ranges, range, key.get(), counted)
        : new ResumePoint(format, repair, section, ranges, range + 1, null, counted);
  }

  ResumePoint in(VerifySection other, List<String> otherRanges) {
    return new ResumePoint(format, repair, other, otherRanges, 0, null, counts);
  }

  boolean sectionIsDone() {
    return range >= ranges.size();
  }

  /** By ranges; posts and users weigh the same, and the feed nothing. */
  double share() {
    return switch (section) {
      case POSTS -> share(range) / 2;
      case USERS -> (1 + share(range)) / 2;
      case FEED -> 1;
    };
  }

  private double share(int done) {
    return ranges.isEmpty() ? 1 : (double) done / ranges.size();
  }
}
