package dev.cosmosblog.maintenance.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.store.internal.kernel.LeaseDocuments;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a run's checkpoint is stored: with the caller, as a token, in the leases container, or
 * nowhere.
 */
public sealed class CheckpointStore {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String run;
  private final Map<String, String> settings;

  private CheckpointStore(String run, Map<String, String> settings) {
    this.run = run;
    this.settings = Map.copyOf(settings);
  }

  /**
   * Throws an {@link IllegalArgumentException} if the token to resume from is not of such a run.
   */
  public static CheckpointStore token(
      String run, Map<String, String> settings, @Nullable String token) {
    return new Token(run, settings, token);
  }

  /**
   * If two runs store theirs in turn, either is valid: the run that wrote a checkpoint did
   * everything before it.
   */
  public static CheckpointStore document(
      LeaseDocuments leases, String run, Map<String, String> settings, boolean restart) {
    return new Document(leases, run, settings, restart);
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
    if (checkpoint.path("format").asInt() != Checkpoint.FORMAT) {
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
}
