package dev.cosmosblog.model.item;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.Tag;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A post's tags as they are stored. Another program may have stored anything in their place: texts
 * that aren't tags, and those after the first {@value Tag#MAX_OF_POST}, are left out.
 *
 * @param all the tags
 */
public record StoredTags(@JsonValue List<String> all) {
  public StoredTags {
    all = List.copyOf(all);
  }

  /** {@return the tags in a stored value, or null without any} */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static @Nullable StoredTags of(@Nullable Object stored) {
    List<String> tags = valid(stored).limit(Tag.MAX_OF_POST).map(Tag::value).toList();
    return tags.isEmpty() ? null : new StoredTags(tags);
  }

  /** {@return all different tags in a stored value} */
  public static Stream<Tag> valid(@Nullable Object stored) {
    Collection<?> values = stored instanceof Collection<?> list ? list : List.of();
    return values.stream().flatMap(StoredTags::tag).distinct();
  }

  private static Stream<Tag> tag(@Nullable Object value) {
    try {
      return value instanceof String text ? Stream.of(new Tag(text)) : Stream.empty();
    } catch (InvalidInputException e) {
      return Stream.empty();
    }
  }

  static @Nullable StoredTags of(List<Tag> tags) {
    return of((Object) tags.stream().map(Tag::value).toList());
  }

  /** {@return the tags, which null has none of} */
  public static List<Tag> tags(@Nullable StoredTags stored) {
    return stored == null ? List.of() : stored.all.stream().map(Tag::new).toList();
  }
}
