package dev.cosmosblog.testing;

import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosItemIdentity;
import com.azure.cosmos.models.CosmosItemOperationType;
import com.azure.cosmos.models.CosmosPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.testing.StubbedItems.Place;
import dev.cosmosblog.testing.StubbedItems.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mockito.Answers;
import org.mockito.invocation.InvocationOnMock;
import org.mockito.stubbing.Answer;

/** Responds to the requests to one mocked container. */
final class ContainerAnswer implements Answer<@Nullable Object> {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int FAILED_DEPENDENCY = 424;

  /** The condition of a patch that reads an item only if a number has grown since another read. */
  private static final Pattern HAS_GROWN = Pattern.compile("FROM c WHERE c\\.(\\w+) > (\\d+)");

  private final String container;
  private final StubbedItems items;
  private final StubbedFailures failures;

  ContainerAnswer(String container, StubbedItems items, StubbedFailures failures) {
    this.container = container;
    this.items = items;
    this.failures = failures;
  }

  @Override
  public @Nullable Object answer(InvocationOnMock call) throws Throwable {
    String method = call.getMethod().getName();
    // Matchers, as in when(users.readItem(any(), any(), any())), are null.
    boolean isRequest = Arrays.stream(call.getArguments()).allMatch(Objects::nonNull);
    if (!isRequest || method.equals("toString")) {
      return Answers.RETURNS_DEFAULTS.answer(call);
    }
    return switch (method) {
      case "getId" -> container;
      case "getFeedRanges" -> List.of(FeedRange.forFullRange());
      case "readItem" -> read(call);
      case "readMany" -> readMany(call);
      case "queryItems" -> query(call);
      case "createItem", "upsertItem" -> {
        failures.check("%s in the container '%s'".formatted(method, container));
        yield SdkResponses.item(null);
      }
      case "replaceItem", "deleteItem" -> change(call);
      case "patchItem" -> patch(call);
      case "executeCosmosBatch" -> batch(call);
      default ->
          throw new AssertionError(
              ("MockedBlog doesn't support %s in the container '%s'. Stub it with Mockito, or test"
                      + " on the emulator.")
                  .formatted(method, container));
    };
  }

  private static <T> T argument(InvocationOnMock call, Class<T> type) {
    return Arrays.stream(call.getArguments())
        .filter(type::isInstance)
        .map(type::cast)
        .findFirst()
        .orElseThrow(
            () ->
                new AssertionError(
                    "MockedBlog doesn't support %s without %s. Stub it with Mockito."
                        .formatted(call.getMethod(), type.getSimpleName())));
  }

  private static String text(PartitionKey key) {
    try {
      return JSON.readTree(key.toString()).path(0).asText();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Expected a partition key as JSON, but found " + key, e);
    }
  }

  private Place place(InvocationOnMock call) {
    return new Place(
        container, text(argument(call, PartitionKey.class)), argument(call, String.class));
  }

  private String request(InvocationOnMock call, Place place) {
    return "%s of the id '%s' in the container '%s'"
        .formatted(call.getMethod().getName(), place.id(), container);
  }

  private JsonNode find(InvocationOnMock call, Place place) {
    return items
        .find(place)
        .orElseThrow(
            () ->
                new AssertionError(
                    "No stub for %s. Call %s.".formatted(request(call, place), remedy(place))));
  }

  private static String remedy(Place place) {
    String partition = place.partition();
    if (place.container().equals(StubbedItems.FEED)) {
      return "hasFrontPage(...)";
    }
    if (place.container().equals(StubbedItems.USERS)) {
      return "hasUser(\"%1$s\") or hasNoUser(\"%1$s\")".formatted(place.id());
    }
    if (place.id().equals(partition)) {
      return "hasPost(\"%1$s\", author) or hasNoPost(\"%1$s\")".formatted(partition);
    }
    return place.id().startsWith(CommentId.RESERVED_PREFIX)
        ? remedyOfList(ItemType.LIKE, partition)
        : remedyOfList(ItemType.COMMENT, partition);
  }

  private static String remedyOfList(String kind, String partition) {
    return switch (kind) {
      case ItemType.COMMENT -> "hasComments(PostId.of(\"%s\"), ...)".formatted(partition);
      case ItemType.LIKE -> "hasLikes(PostId.of(\"%s\"), ...)".formatted(partition);
      default -> "hasPostsOf(UserId.of(\"%s\"), ...)".formatted(partition);
    };
  }

  private Object read(InvocationOnMock call) {
    Place place = place(call);
    failures.check(request(call, place));
    JsonNode item = find(call, place);
    if (item.isMissingNode()) {
      throw StubbedFailure.notFound(request(call, place));
    }
    Class<?> type = argument(call, Class.class);
    return SdkResponses.item(StubbedItems.as(type, item));
  }

  private Object readMany(InvocationOnMock call) {
    failures.check("readMany in the container '%s'".formatted(container));
    Class<?> type = argument(call, Class.class);
    List<Object> found = new ArrayList<>();
    for (Object one : argument(call, List.class)) {
      CosmosItemIdentity key = (CosmosItemIdentity) one;
      JsonNode item = find(call, new Place(container, text(key.getPartitionKey()), key.getId()));
      if (!item.isMissingNode()) {
        found.add(StubbedItems.as(type, item));
      }
    }
    return SdkResponses.page(found);
  }

  private Object query(InvocationOnMock call) {
    SqlQuerySpec query = argument(call, SqlQuerySpec.class);
    PartitionKey key = argument(call, CosmosQueryRequestOptions.class).getPartitionKey();
    Map<String, Object> parameters = new HashMap<>();
    for (SqlParameter parameter : query.getParameters()) {
      parameters.put(parameter.getName(), parameter.getValue(Object.class));
    }
    Object type = parameters.get("@type");
    if (key == null || type == null) {
      throw new AssertionError(
          ("MockedBlog doesn't support the query '%s' in the container '%s'. Stub queryItems with"
                  + " Mockito, or test on the emulator.")
              .formatted(query.getQueryText(), container));
    }
    String kind = StubbedItems.kind(type.toString());
    String partition = text(key);
    String request =
        "queryItems of the type '%s' in the partition '%s' of the container '%s'"
            .formatted(kind, partition, container);
    failures.check(request);
    Slice slice =
        new Slice(
            type.toString(),
            query.getQueryText().contains(" DESC"),
            (Integer) parameters.getOrDefault("@count", Integer.MAX_VALUE),
            Optional.ofNullable(parameters.get("@date")).map(Object::toString),
            String.valueOf(parameters.get("@id")));
    Class<?> rowType = argument(call, Class.class);
    return items
        .list(container, partition, slice)
        .map(rows -> rows.stream().map(row -> (Object) StubbedItems.as(rowType, row)).toList())
        .map(SdkResponses::query)
        .orElseThrow(
            () ->
                new AssertionError(
                    "No stub for %s. Call %s.".formatted(request, remedyOfList(kind, partition))));
  }

  private boolean isMissing(Place place) {
    return items.find(place).filter(JsonNode::isMissingNode).isPresent();
  }

  private Object change(InvocationOnMock call) {
    Place place = place(call);
    failures.check(request(call, place));
    if (isMissing(place)) {
      throw StubbedFailure.notFound(request(call, place));
    }
    return SdkResponses.item(null);
  }

  private Object patch(InvocationOnMock call) {
    SdkPatch patch = SdkPatch.of(argument(call, CosmosPatchOperations.class));
    if (patch.sets("type")) {
      // An erasure reads the user until it finds the tombstone, which no stub contains.
      throw new AssertionError(
          "MockedBlog doesn't support eraseUser. Test it on the emulator, or mock BlogCommands.");
    }
    CosmosPatchItemRequestOptions options = argument(call, CosmosPatchItemRequestOptions.class);
    if (!Boolean.TRUE.equals(options.isContentResponseOnWriteEnabled())) {
      return change(call);
    }
    Place place = place(call);
    failures.check(request(call, place));
    JsonNode item = find(call, place);
    if (item.isMissingNode()) {
      throw StubbedFailure.notFound(request(call, place));
    }
    if (hasNotGrown(options.getFilterPredicate(), item)) {
      throw new StubbedFailure(request(call, place), 412, 0, null);
    }
    Class<?> type = argument(call, Class.class);
    return SdkResponses.item(StubbedItems.as(type, patch.appliedTo((ObjectNode) item)));
  }

  private static boolean hasNotGrown(@Nullable String condition, JsonNode item) {
    Matcher grown = HAS_GROWN.matcher(condition == null ? "" : condition);
    return grown.matches() && item.path(grown.group(1)).asLong() <= Long.parseLong(grown.group(2));
  }

  private Object batch(InvocationOnMock call) {
    CosmosBatch batch = argument(call, CosmosBatch.class);
    String partition = text(batch.getPartitionKeyValue());
    failures.check(
        "executeCosmosBatch in the partition '%s' of the container '%s'"
            .formatted(partition, container));
    List<CosmosItemOperationType> types =
        batch.getOperations().stream().map(operation -> operation.getOperationType()).toList();
    OptionalInt failure = failures.nextBatch();
    if (failure.isPresent()) {
      int status = failure.getAsInt();
      return failed(status, types, failedAt(status, types));
    }
    for (int i = 0; i < types.size(); i++) {
      String id = batch.getOperations().get(i).getId();
      if (types.get(i) != CosmosItemOperationType.CREATE
          && id != null
          && isMissing(new Place(container, partition, id))) {
        return failed(404, types, i);
      }
    }
    return SdkResponses.batch(200, types.stream().map(ContainerAnswer::success).toList());
  }

  /** Returns the operation that fails with a status, or -1 if it is that of the whole batch. */
  private static int failedAt(int status, List<CosmosItemOperationType> types) {
    int creation = types.indexOf(CosmosItemOperationType.CREATE);
    return switch (status) {
      case 409 -> creation;
      case 404, 412 -> creation < 0 ? 0 : types.size() - 1;
      default -> -1;
    };
  }

  private static Object failed(int status, List<CosmosItemOperationType> types, int failedAt) {
    List<Integer> results = new ArrayList<>();
    for (int i = 0; i < types.size() && failedAt >= 0; i++) {
      results.add(i == failedAt ? status : FAILED_DEPENDENCY);
    }
    return SdkResponses.batch(status, results);
  }

  private static int success(CosmosItemOperationType type) {
    return switch (type) {
      case CREATE -> 201;
      case DELETE -> 204;
      default -> 200;
    };
  }
}
