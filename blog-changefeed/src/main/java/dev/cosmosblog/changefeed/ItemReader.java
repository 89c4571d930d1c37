package dev.cosmosblog.changefeed;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.changefeed.BlogChange.NameChange;
import dev.cosmosblog.changefeed.BlogChange.PostChange;
import dev.cosmosblog.changefeed.BlogChange.PostDeletion;
import dev.cosmosblog.changefeed.BlogChange.UserChange;
import dev.cosmosblog.changefeed.BlogChange.UserErasure;
import dev.cosmosblog.model.InvalidIdException;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import java.time.Instant;
import java.util.List;

/**
 * Tells what a changed item means. The container of users carries, beside the users, the copies
 * that this library writes there itself: they mean nothing, so that no loop feeds itself.
 */
final class ItemReader {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ItemReader() {}

  /** What the item means to the given feed's handlers; nothing where its type concerns them not. */
  static List<BlogChange> read(SourceFeed feed, JsonNode item) {
    String type = item.path("type").asText();
    if (feed == SourceFeed.USERS) {
      return switch (type) {
        case ItemType.USER -> List.of(user(item));
        case ItemType.ERASED_USER -> List.of(new UserErasure(author(item), written(item)));
        default -> List.of();
      };
    }
    return switch (type) {
      case ItemType.POST -> ofPost(post(item), item);
      case ItemType.COMMENT, ItemType.LIKE -> List.of(name(item));
      default -> List.of();
    };
  }

  static String id(JsonNode item) {
    return item.path("id").asText();
  }

  static String partition(SourceFeed feed, JsonNode item) {
    return item.path(feed == SourceFeed.USERS ? "userId" : "postId").asText();
  }

  private static UserChange user(JsonNode item) {
    UserItem user = shape(item, UserItem.class);
    return new UserChange(user.toUser().id(), user.name(), written(item));
  }

  private static Instant written(JsonNode item) {
    return Instant.ofEpochSecond(item.path("_ts").asLong());
  }

  private static List<BlogChange> ofPost(PostItem post, JsonNode item) {
    return post.isLive()
        ? List.of(new PostChange(post), name(item))
        : List.of(new PostDeletion(PostId.of(String.valueOf(post.id())), author(item)));
  }

  private static PostItem post(JsonNode item) {
    return shape(item, PostItem.class).shortCopy();
  }

  private static NameChange name(JsonNode item) {
    AuthoredItem carrier = shape(item, AuthoredItem.class);
    return new NameChange(carrier, author(item), item.path("userVersion").asLong());
  }

  private static UserId author(JsonNode item) {
    try {
      return UserId.of(item.path("userId").asText());
    } catch (InvalidIdException e) {
      throw new MalformedItemException(id(item), "'userId': " + e.getMessage());
    }
  }

  private static <T> T shape(JsonNode item, Class<T> type) {
    try {
      return JSON.treeToValue(item, type);
    } catch (JsonProcessingException e) {
      throw new MalformedItemException(id(item), "a property is missing or has another type.");
    }
  }
}
