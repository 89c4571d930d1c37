package dev.cosmosblog.model.item;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.cosmosblog.model.Tag;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tags of a post that was published. They are stored beside the numbers of posts of all tags,
 * so that one transaction changes both.
 *
 * @param id the id that {@link #idOf} returns
 * @param bucket {@link #BUCKET}
 * @param type {@link ItemType#TAGGED_POST}
 * @param postId the post
 * @param tags the post's tags, in whose lists it has an entry
 * @param former the tags that it had before and in whose lists it may still have an entry; missing
 *     if it has none
 * @param listed whether readers see the post, so that its tags count it
 * @param version the post's version
 */
public record TaggedPostItem(
    String id,
    String bucket,
    String type,
    String postId,
    List<String> tags,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> former,
    boolean listed,
    long version) {
  /** The partition key of all tags and tagged posts. */
  public static final String BUCKET = "tags";

  public TaggedPostItem {
    tags = List.copyOf(tags);
    former = List.copyOf(former);
  }

  /** {@return the item with the tags of a post's summary, published or hidden} */
  public static TaggedPostItem of(PostSummaryItem copy) {
    String post = String.valueOf(copy.id());
    StoredTags tags = copy.tags();
    return new TaggedPostItem(
        idOf(post),
        BUCKET,
        ItemType.TAGGED_POST,
        post,
        tags == null ? List.of() : tags.all(),
        List.of(),
        copy.isListed(),
        copy.version());
  }

  /** {@return the id of a post's item: a prefix and a hash, because a post's id may be longer} */
  public static String idOf(String postId) {
    return HashedId.of(ItemType.POST, postId);
  }

  /** {@return the id of a tag's item} */
  public static String idOfTag(String tag) {
    return ItemType.TAG + ItemType.SEPARATOR + tag;
  }

  /** {@return the tag of an item with this id, or empty if it is another program's id} */
  public static Optional<Tag> tagOf(String id) {
    String prefix = idOfTag("");
    return id.startsWith(prefix)
        ? StoredTags.valid(List.of(id.substring(prefix.length()))).findFirst()
        : Optional.empty();
  }

  /** {@return this item with the tags before it that it no longer has} */
  public TaggedPostItem after(@Nullable TaggedPostItem before) {
    if (before == null) {
      return this;
    }
    Set<String> lost = new LinkedHashSet<>(before.tags);
    lost.addAll(before.former);
    tags.forEach(lost::remove);
    return new TaggedPostItem(id, bucket, type, postId, tags, List.copyOf(lost), listed, version);
  }

  /** {@return this item without former tags} */
  public TaggedPostItem settled() {
    return new TaggedPostItem(id, bucket, type, postId, tags, List.of(), listed, version);
  }

  /** {@return the tags that count the post} */
  @JsonIgnore
  public Set<String> counted() {
    return listed ? Set.copyOf(tags) : Set.of();
  }

  /** {@return all tags in whose lists the post may have an entry} */
  @JsonIgnore
  public Set<String> places() {
    Set<String> places = new LinkedHashSet<>(tags);
    places.addAll(former);
    return places;
  }
}
