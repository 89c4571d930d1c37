package dev.cosmosblog.maintenance.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenancePhase;
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

/** Stores a run's checkpoint as the caller's token, in the leases container, or nowhere. */
public interface CheckpointStore {
  /** Throws an {@link IllegalArgumentException} if the token to resume is not of such a run. */
  static CheckpointStore token(String run, Map<String, String> settings, @Nullable String token) {
    RunKind kind = new RunKind(run, settings);
    return new Token(token == null ? kind.start() : Token.parse(token, kind));
  }

  /**
   * If two runs store theirs in turn, either is valid: the run that wrote a checkpoint did
   * everything before it. The containers' names decide, too, what a checkpoint means.
   */
  static CheckpointStore document(BlogAccess blog, String run, Map<String, String> settings) {
    ContainerNames names = blog.database().containerNames();
    Map<String, String> all = new HashMap<>(settings);
    all.put("containers", String.join(" ", names.users(), names.posts(), names.feed()));
    if (names.archive() != null) {
      all.put("archive", names.archive());
    }
    Set<String> carried = blog.database().summaryProperties();
    if (!carried.isEmpty()) {
      all.put("summaryProperties", String.join(" ", new TreeSet<>(carried)));
    }
    LeaseDocuments leases = Kernel.of(blog.database()).leaseDocuments(blog.budget());
    return new Document(leases, new RunKind(run, all), blog.settings().restart());
  }

  Checkpoint open();

  default void write(Checkpoint checkpoint) {}

  default void delete() {}

  default Optional<String> tokenOf(Checkpoint checkpoint) {
    return Optional.empty();
  }

  /** For dry runs, which cannot be resumed. */
  static CheckpointStore none() {
    return new RunKind("", Map.of())::start;
  }

  /** What a run does: a checkpoint of another kind cannot be resumed. */
  record RunKind(String name, Map<String, String> settings) {
    private static final int FORMAT = 3;
    private static final ObjectMapper JSON = new ObjectMapper();

    private Checkpoint start() {
      Counts none = new Counts(0, 0, Map.of(), Map.of(), Map.of(), Map.of(), 0);
      return new Checkpoint(
          FORMAT, name, settings, null, List.of(), 0, null, 0, 0, List.of(), none);
    }

    /** Why a checkpoint cannot be resumed, or null. */
    private @Nullable String mismatch(JsonNode checkpoint) {
      if (checkpoint.path("format").asInt() != FORMAT) {
        return "was written by another version of the library";
      }
      if (!checkpoint.path("run").asText().equals(name)) {
        return "belongs to another kind of run";
      }
      return checkpoint.path("settings").equals(JSON.valueToTree(settings))
          ? null
          : "belongs to a run with other settings";
    }
  }

  /** A token that begins with a checksum of the rest. */
  record Token(Checkpoint open) implements CheckpointStore {
    private static final int SUM_LENGTH = 8;

    /** Errors do not quote the token, nor whatever was passed as one. */
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

    /** Detects tokens that were cut or altered on their way through files and scripts. */
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

    // Its position is an item's id, which may be that of a user who is erased before the run ends.
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
   * The position of a run, as plain values. Ranges are stored by their bounds and positions by
   * their keys, so a checkpoint stays valid when physical partitions are split. The range is the
   * index of the current one, and their number when the phase is done. The removals are the
   * duplicate likes that the page after this position is about to delete.
   */
  record Checkpoint(
      int format,
      String run,
      Map<String, String> settings,
      @Nullable MaintenancePhase phase,
      List<String> ranges,
      int range,
      @Nullable String after,
      long done,
      long total,
      List<ItemPlace> removals,
      Counts counts) {
    public Checkpoint {
      Objects.requireNonNull(run, "run");
      Objects.requireNonNull(counts, "counts");
      settings = Map.copyOf(settings);
      ranges = List.copyOf(ranges);
      removals = List.copyOf(removals);
    }

    Checkpoint begin(RunStep step) {
      List<String> all = step.ranges().get();
      long items = step.total().getAsLong();
      return new Checkpoint(
          format, run, settings, step.phase(), all, 0, null, 0, items, List.of(), counts);
    }

    /** The position after a page; null ends the range. */
    Checkpoint next(@Nullable String position, long read, Counts counted) {
      int at = position == null ? range + 1 : range;
      return new Checkpoint(
          format, run, settings, phase, ranges, at, position, read, total, List.of(), counted);
    }

    /** The same position before likes are deleted, with the writes since; the rest is repeated. */
    Checkpoint before(List<ItemPlace> likes, Counts now) {
      Counts written = counts.withWritesOf(now);
      return new Checkpoint(
          format, run, settings, phase, ranges, range, after, done, total, likes, written);
    }

    boolean hasRead(RunStep step) {
      return step.phase() == phase && range >= ranges.size();
    }
  }

  record Counts(
      long scanned,
      double requestUnits,
      Map<ChangeKind, Long> changes,
      Map<FindingKind, Long> found,
      Map<FindingKind, Long> repairable,
      Map<FindingKind, Long> repaired,
      long unsettled) {
    public Counts {
      changes = Map.copyOf(changes);
      found = Map.copyOf(found);
      repairable = Map.copyOf(repairable);
      repaired = Map.copyOf(repaired);
    }

    private Counts withWritesOf(Counts now) {
      return new Counts(
          scanned, now.requestUnits, now.changes, found, repairable, repaired, unsettled);
    }
  }
}
