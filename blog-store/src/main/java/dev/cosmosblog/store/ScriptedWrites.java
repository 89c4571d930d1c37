package dev.cosmosblog.store;

import dev.cosmosblog.model.PostId;
import java.util.List;
import java.util.Map;

/** {@link WritePath#SCRIPTS}. */
final class ScriptedWrites implements CountedWrites {
  private final Procedures procedures;

  ScriptedWrites(Procedures procedures) {
    this.procedures = procedures;
  }

  @Override
  public Write add(Counted kind, PostId postId, Object item, RequestMeter meter) {
    return execute(1, kind, postId, item, meter);
  }

  @Override
  public Write remove(Counted kind, PostId postId, String id, RequestMeter meter) {
    return execute(-1, kind, postId, Map.of("id", id, "type", kind.type()), meter);
  }

  private Write execute(int by, Counted kind, PostId postId, Object item, RequestMeter meter) {
    List<Object> arguments = List.of(by, postId.value(), kind.property(), item);
    return procedures.execute(Script.COUNTED_WRITE, postId.value(), arguments, meter);
  }
}
