package dev.cosmosblog.store.error;

import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostStatus;
import dev.cosmosblog.model.StatusChange;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The status change isn't allowed from the post's status. The command had no effect. */
public final class StatusConflictException extends BlogException {
  private static final long serialVersionUID = 1L;

  private final PostId id;
  private final PostStatus status;

  /**
   * @param id the post
   * @param change the requested change
   * @param status the status that the post has
   */
  public StatusConflictException(PostId id, StatusChange change, PostStatus status) {
    super(
        "The post '%s' is %s. %s requires a post that is %s."
            .formatted(id, text(status), change, from(change)));
    this.id = id;
    this.status = status;
  }

  private static String from(StatusChange change) {
    return Stream.of(PostStatus.values())
        .filter(change::isAllowedFrom)
        .map(StatusConflictException::text)
        .collect(Collectors.joining(" or "));
  }

  private static String text(PostStatus status) {
    return status == PostStatus.DRAFT ? "a draft" : status.name().toLowerCase(Locale.ROOT);
  }

  /** {@return the post} */
  public PostId id() {
    return id;
  }

  /** {@return the status that the post has} */
  public PostStatus status() {
    return status;
  }
}
