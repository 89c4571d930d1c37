package dev.cosmosblog.maintenance.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.maintenance.report.MaintenancePhase;
import dev.cosmosblog.maintenance.report.RunCounts;
import dev.cosmosblog.model.Content;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.store.internal.kernel.LeaseDocuments;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores a run's checkpoint: in a token for the caller, in the leases container, or not at all. */
public interface CheckpointStore {
  /** Throws an {@link IllegalArgumentException} if the token is not from such a run. */
  static CheckpointStore token(String run, Map<String, String> settings, @Nullable String token) {
    RunKind kind = new RunKind(run, settings);
    return new Token(token == null ? kind.start() : Token.parse(token, kind));
  }

  /**
   * If two runs store checkpoints in turn, either is valid, because each run has done everything
   * before its checkpoint. The kind includes the containers' names.
   */
  static CheckpointStore document(
      BlogAccess blog, String run, Map<String, String> settings, boolean restart) {
    ContainerNames names = blog.database().containerNames();
    Map<String, String> all = new HashMap<>(settings);
    all.put("containers", String.join(" ", names.users(), names.posts(), names.feed()));
    if (names.listings() != null) {
      all.put("listings", names.listings());
    }
    Set<String> carried = blog.database().summaryProperties();
    if (!carried.isEmpty()) {
      all.put("summaryProperties", String.join(" ", new TreeSet<>(carried)));
    }
    if (blog.database().summaryLength() != Content.SUMMARY_LENGTH) {
      all.put("summaryLength", String.valueOf(blog.database().summaryLength()));
    }
    LeaseDocuments leases = Kernel.of(blog.database()).leaseDocuments(blog.budget());
    return new Document(leases, new RunKind(run, all), restart);
  }

  Checkpoint open();

  default void write(Checkpoint checkpoint) {}

  default void delete() {}

  default Optional<String> tokenOf(Checkpoint checkpoint) {
    return Optional.empty();
  }

  /** For dry runs, which can't be resumed. */
  static CheckpointStore none() {
    return new RunKind("", Map.of())::start;
  }

  /** The kind and settings of a run, which must be equal to resume from a checkpoint. */
  record RunKind(int format, String name, Map<String, String> settings) {
    private static final int FORMAT = 4;
    private static final ObjectMapper JSON = new ObjectMapper();

    RunKind(String name, Map<String, String> settings) {
      this(FORMAT, name, settings);
    }

    private Checkpoint start() {
      return new Checkpoint(this, null, List.of(), RunCounts.NONE);
    }

    /** Returns the reason why a checkpoint can't be resumed, or null. */
    private @Nullable String mismatch(JsonNode checkpoint) {
      JsonNode kind = checkpoint.path("kind");
      if (kind.path("format").asInt() != FORMAT) {
        return "was written by another version of the library";
      }
      if (!kind.path("name").asText().equals(name)) {
        return "belongs to another kind of run";
      }
      return kind.path("settings").equals(JSON.valueToTree(settings))
          ? null
          : "belongs to another blog or to a run with other settings";
    }
  }

  /** A token that begins with a checksum of the rest. */
  record Token(Checkpoint open) implements CheckpointStore {
    private static final int SUM_LENGTH = 8;

    /** Error messages don't quote the token, because anything may have been passed. */
    private static Checkpoint parse(String token, RunKind kind) {
      String json = token.substring(Math.min(token.length(), SUM_LENGTH));
      if (!token.equals(sum(json) + json)) {
        throw refused("is damaged, or not a resume token");
      }
      try {
        JsonNode checkpoint = RunKind.JSON.readTree(json);
        String mismatch = kind.mismatch(checkpoint);
        if (mismatch != null) {
          throw refused(mismatch);
        }
        return RunKind.JSON.treeToValue(checkpoint, Checkpoint.class);
      } catch (JsonProcessingException e) {
        throw refused("was written by another version of the library");
      }
    }

    private static IllegalArgumentException refused(String reason) {
      return new IllegalArgumentException(
          "The resume token " + reason + ". Start from the beginning, without a token.");
    }

    /** Detects tokens that files or scripts have truncated or altered. */
    private static String sum(String json) {
      CRC32C sum = new CRC32C();
      sum.update(json.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().toHexDigits((int) sum.getValue());
    }

    @Override
    public Optional<String> tokenOf(Checkpoint checkpoint) {
      String json = RunKind.JSON.valueToTree(checkpoint).toString();
      return Optional.of(sum(json) + json);
    }
  }

  /** Reads, writes and deletes with one request each. */
  record Document(LeaseDocuments leases, RunKind kind, boolean restart) implements CheckpointStore {
    private static final Logger LOG = LoggerFactory.getLogger(CheckpointStore.class);

    // Its position is an item's id, which may identify a user who is erased before the run ends.
    private static final Duration KEPT = Duration.ofDays(30);

    @Override
    public Checkpoint open() {
      if (restart) {
        delete();
        return kind.start();
      }
      return leases
          .read(kind.name(), JsonNode.class)
          .flatMap(item -> parse(item.path("checkpoint")))
          .orElseGet(kind::start);
    }

    private Optional<Checkpoint> parse(JsonNode checkpoint) {
      String mismatch = kind.mismatch(checkpoint);
      try {
        if (mismatch == null) {
          return Optional.of(RunKind.JSON.treeToValue(checkpoint, Checkpoint.class));
        }
      } catch (JsonProcessingException e) {
        mismatch = "cannot be read";
      }
      LOG.warn("The checkpoint {} {}; the run starts from the beginning", kind.name(), mismatch);
      return Optional.empty();
    }

    @Override
    public void write(Checkpoint checkpoint) {
      String id = kind.name();
      long ttl = KEPT.toSeconds();
      leases.write(
          id, Map.of("id", id, "type", "checkpoint", "checkpoint", checkpoint, "ttl", ttl));
    }

    @Override
    public void delete() {
      leases.delete(kind.name());
    }
  }

  /**
   * The state of a run after a page, as plain values. The removals are the duplicate likes that the
   * next page will delete.
   *
   * @param position null at the start of the run
   */
  record Checkpoint(
      RunKind kind, @Nullable RunPosition position, List<ItemPlace> removals, RunCounts counts) {
    public Checkpoint {
      Objects.requireNonNull(kind, "kind");
      Objects.requireNonNull(counts, "counts");
      removals = List.copyOf(removals);
    }

    Checkpoint at(RunPosition next, RunCounts counted) {
      return new Checkpoint(kind, next, List.of(), counted);
    }

    /**
     * The same position with the writes since, stored before likes are deleted; a resumed run
     * repeats the rest of the page.
     */
    Checkpoint before(List<ItemPlace> likes, RunCounts now) {
      RunCounts written =
          new RunCounts(
              counts.scanned(),
              now.requestUnits(),
              now.changes(),
              counts.findings(),
              counts.unsettled());
      return new Checkpoint(kind, position, likes, written);
    }
  }

  /**
   * The position of a run in a phase. Ranges are stored by their bounds and positions by their
   * keys, so a position stays valid when physical partitions are split.
   *
   * @param ranges the remaining ranges, starting with the current one; empty when the phase is done
   * @param after the key in the current range after which the next page begins; null at the start
   */
  record RunPosition(
      MaintenancePhase phase, List<String> ranges, @Nullable String after, long done, long total) {
    public RunPosition {
      ranges = List.copyOf(ranges);
    }

    static RunPosition startOf(RunStep step) {
      List<String> ranges = step.ranges().get();
      return new RunPosition(step.phase(), ranges, null, 0, step.total().getAsLong());
    }

    /** Returns the position after a page; a null key ends the range. */
    RunPosition next(@Nullable String key, long read) {
      List<String> left = key == null ? ranges.subList(1, ranges.size()) : ranges;
      return new RunPosition(phase, left, key, read, total);
    }

    boolean isEndOf(RunStep step) {
      return step.phase() == phase && ranges.isEmpty();
    }
  }
}
