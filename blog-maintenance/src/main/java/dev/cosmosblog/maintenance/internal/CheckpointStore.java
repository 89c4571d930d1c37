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
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores a run's checkpoint as the caller's token, in the leases container, or nowhere. */
public sealed class CheckpointStore {
  private static final int FORMAT = 3;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String run;
  private final Map<String, String> settings;

  private CheckpointStore(String run, Map<String, String> settings) {
    this.run = run;
    this.settings = settings;
  }

  /** Throws an {@link IllegalArgumentException} if the token to resume is not of such a run. */
  public static CheckpointStore token(
      String run, Map<String, String> settings, @Nullable String token) {
    return new Token(run, settings, token);
  }

  /**
   * If two runs store theirs in turn, either is valid: the run that wrote a checkpoint did
   * everything before it. The containers' names decide, too, what a checkpoint means.
   */
  public static CheckpointStore document(
      BlogAccess blog, String run, Map<String, String> settings, boolean restart) {
    ContainerNames names = blog.database().containerNames();
    Map<String, String> all = new HashMap<>(settings);
    all.put("containers", String.join(" ", names.users(), names.posts(), names.feed()));
    LeaseDocuments leases = Kernel.of(blog.database()).leaseDocuments(blog.budget());
    return new Document(leases, run, all, restart);
  }

  /** For dry runs, which cannot be resumed. */
  public static CheckpointStore none() {
    return new CheckpointStore("", Map.of());
  }

  final Checkpoint open() {
    return read().orElseGet(() -> Checkpoint.start(run, settings));
  }

  Optional<Checkpoint> read() {
    return Optional.empty();
  }

  void write(Checkpoint checkpoint) {}

  void delete() {}

  Optional<String> tokenOf(Checkpoint checkpoint) {
    return Optional.empty();
  }

  /** Why a checkpoint cannot be resumed, or null. */
  final @Nullable String mismatch(JsonNode checkpoint) {
    if (checkpoint.path("format").asInt() != FORMAT) {
      return "was written by another version of the library";
    }
    if (!checkpoint.path("run").asText().equals(run)) {
      return "belongs to another kind of run";
    }
    return checkpoint.path("settings").equals(JSON.valueToTree(settings))
        ? null
        : "belongs to a run with other settings";
  }

  private static final class Token extends CheckpointStore {
    private static final int SUM_LENGTH = 8;

    private final Optional<Checkpoint> resumed;

    Token(String run, Map<String, String> settings, @Nullable String token) {
      super(run, settings);
      this.resumed = Optional.ofNullable(token).map(this::parse);
    }

    /** Errors do not quote the token, nor whatever was passed as one. */
    private Checkpoint parse(String token) {
      String json = token.substring(Math.min(token.length(), SUM_LENGTH));
      if (!token.equals(sum(json) + json)) {
        throw refused("is damaged, or not a resume token");
      }
      try {
        JsonNode checkpoint = JSON.readTree(json);
        String mismatch = mismatch(checkpoint);
        if (mismatch != null) {
          throw refused(mismatch);
        }
        return JSON.treeToValue(checkpoint, Checkpoint.class);
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
    Optional<Checkpoint> read() {
      return resumed;
    }

    @Override
    Optional<String> tokenOf(Checkpoint checkpoint) {
      try {
        String json = JSON.writeValueAsString(checkpoint);
        return Optional.of(sum(json) + json);
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("A checkpoint consists of plain values", e);
      }
    }
  }

  /** Reads, writes and deletes with one request each. */
  private static final class Document extends CheckpointStore {
    private static final Logger LOG = LoggerFactory.getLogger(CheckpointStore.class);

    private final LeaseDocuments leases;
    private final String id;
    private final boolean restart;

    Document(LeaseDocuments leases, String run, Map<String, String> settings, boolean restart) {
      super(run, settings);
      this.leases = leases;
      this.id = run;
      this.restart = restart;
    }

    @Override
    Optional<Checkpoint> read() {
      if (restart) {
        delete();
        return Optional.empty();
      }
      return leases.read(id, JsonNode.class).flatMap(item -> parse(item.path("checkpoint")));
    }

    private Optional<Checkpoint> parse(JsonNode checkpoint) {
      String mismatch = mismatch(checkpoint);
      try {
        if (mismatch == null) {
          return Optional.of(JSON.treeToValue(checkpoint, Checkpoint.class));
        }
      } catch (JsonProcessingException e) {
        mismatch = "cannot be read";
      }
      LOG.warn("The checkpoint {} {}; the run starts from the beginning", id, mismatch);
      return Optional.empty();
    }

    @Override
    void write(Checkpoint checkpoint) {
      leases.write(id, Map.of("id", id, "type", "checkpoint", "checkpoint", checkpoint));
    }

    @Override
    void delete() {
      leases.delete(id);
    }
  }

  /**
   * The position of a run, as plain values. Ranges are stored by their bounds and positions by
   * their keys, so a checkpoint stays valid when physical partitions are split.
   *
   * @param format the version of this shape
   * @param settings the settings that decide what the run does
   * @param phase the current phase, or null before the first one
   * @param range the index of the current range; equal to their number when the phase is done
   * @param after the position in the range, or null at its start
   * @param done the items read in this phase
   * @param total the items to read in this phase
   * @param removals the duplicate likes that the page after this position is about to delete
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
    Checkpoint {
      Objects.requireNonNull(run, "run");
      Objects.requireNonNull(counts, "counts");
      settings = Map.copyOf(settings);
      ranges = List.copyOf(ranges);
      removals = List.copyOf(removals);
    }

    private static Checkpoint start(String run, Map<String, String> settings) {
      Counts none = new Counts(0, 0, Map.of(), Map.of(), Map.of(), Map.of(), 0);
      return new Checkpoint(FORMAT, run, settings, null, List.of(), 0, null, 0, 0, List.of(), none);
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

    /**
     * The same position before likes are deleted, with the writes made since. What was read and
     * found since will be read again.
     */
    Checkpoint before(List<ItemPlace> likes, Counts now) {
      Counts written = counts.withWritesOf(now);
      return new Checkpoint(
          format, run, settings, phase, ranges, range, after, done, total, likes, written);
    }

    boolean hasRead(RunStep step) {
      return step.phase() == phase && range >= ranges.size();
    }
  }

  /** What a run has done so far. */
  record Counts(
      long scanned,
      double requestUnits,
      Map<ChangeKind, Long> changes,
      Map<FindingKind, Long> found,
      Map<FindingKind, Long> repairable,
      Map<FindingKind, Long> repaired,
      long unsettled) {
    Counts {
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
