package dev.cosmoslocal.internal.engine.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** The entity tag and the time of the last change of a database, a container or an offer. */
public final class Revision {
  private record Version(long etag, long seconds) {}

  private final AccountContext context;
  private volatile Version version;

  public Revision(AccountContext context) {
    this.context = context;
    this.version = fresh();
  }

  /** Restores what {@link #writeTo} stored. */
  public Revision(AccountContext context, ObjectNode stored) {
    this.context = context;
    this.version = new Version(stored.path("etag").longValue(), stored.path("seconds").longValue());
    context.etags().accumulateAndGet(version.etag, Math::max);
  }

  public ObjectNode writeTo(ObjectNode json) {
    Version current = version;
    return json.put("etag", current.etag).put("seconds", current.seconds);
  }

  /** Fails with 412 unless the tag is the current one; null and {@code *} accept any. */
  public void check(@Nullable String ifMatch) {
    Version current = version;
    EntityTags.check(ifMatch, EntityTags.of(current.etag, current.seconds));
  }

  public void next() {
    version = fresh();
  }

  /** Saves the entity tag and the time. */
  public Runnable save() {
    Version saved = version;
    return () -> version = saved;
  }

  public void describe(ObjectNode json) {
    Version current = version;
    String etag = EntityTags.of(current.etag, current.seconds);
    json.put("_etag", etag).put("_ts", current.seconds);
  }

  private Version fresh() {
    return new Version(
        context.etags().incrementAndGet(), context.clock().instant().getEpochSecond());
  }
}
