package dev.cosmosblog.store.internal.cosmos;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.store.error.SchemaMissingException;
import dev.cosmosblog.store.error.SettingsMismatchException;
import dev.cosmosblog.store.error.StoreException.Failure;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Versioned;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.SettingsItem;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.observe.OperationListener;
import dev.cosmosblog.store.spi.CosmosService;
import dev.cosmosblog.store.spi.PatchOperations;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares a host's settings with the stored ones of the blog. A setting that isn't stored, because
 * an older version wrote the item, isn't compared, and properties of a newer version stay.
 */
public final class StoredSettings {
  private static final ItemKey KEY = ItemKey.of(SettingsItem.ID);
  private static final int NOT_FOUND = 404;
  private static final String SCHEMA_VERSION = "schemaVersion";
  // The settings that decide what a command writes. The others concern copies and lists.
  private static final Set<String> OF_COMMANDS =
      Set.of(SCHEMA_VERSION, "uniqueUsernames", "deletedRetention", "summaryProperties");
  // An erasure writes the listings, too.
  private static final Set<String> OF_ERASURES =
      Stream.concat(OF_COMMANDS.stream(), Stream.of("listings")).collect(Collectors.toSet());

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  private final CosmosService service;
  private final Operations operations;
  private final DatabaseSettings settings;
  private final ObjectNode own;
  private final AtomicBoolean commandsChecked;
  private final boolean isCompared;

  /**
   * @param isCompared whether commands compare the settings
   */
  public StoredSettings(
      CosmosService service, Operations operations, DatabaseSettings settings, boolean isCompared) {
    this(service, operations, settings, isCompared, new AtomicBoolean(!isCompared));
  }

  private StoredSettings(
      CosmosService service,
      Operations operations,
      DatabaseSettings settings,
      boolean isCompared,
      AtomicBoolean commandsChecked) {
    this.service = service;
    this.operations = operations;
    this.settings = settings;
    this.own = JSON.valueToTree(settings.item());
    this.isCompared = isCompared;
    this.commandsChecked = commandsChecked;
  }

  /** Returns the same settings, whose operations are reported to one more listener. */
  public StoredSettings with(OperationListener listener) {
    return new StoredSettings(
        service, operations.with(listener), settings, isCompared, commandsChecked);
  }

  /**
   * Throws an exception if settings of an erasure differ: one point read, in each call, because
   * listings may have been added since.
   *
   * @param store the operations of the store, with its timeout
   */
  public void checkErasure(Operations store) {
    if (isCompared) {
      compare(store, OF_ERASURES);
    }
  }

  /**
   * Throws an exception if settings of commands differ: one point read, in the first call.
   *
   * @param store the operations of the store, with its timeout
   */
  public void checkCommands(Operations store) {
    if (!commandsChecked.get()) {
      compare(store, OF_COMMANDS);
    }
  }

  /** Throws an exception if any settings differ: one point read. */
  public void check() {
    compare(operations, names(own));
  }

  private void compare(Operations by, Set<String> compared) {
    find(by).ifPresent(stored -> throwIfDifferent(stored.item(), compared));
    commandsChecked.set(true);
  }

  /**
   * Stores what isn't stored yet: one point read, and one write if something is missing.
   *
   * @param change whether stored settings that differ are changed; otherwise they throw
   */
  public void store(boolean change) {
    boolean done = false;
    while (!done) {
      Optional<Versioned<ObjectNode>> stored = find();
      done = stored.isEmpty() ? create() : complete(stored.get(), change);
    }
    commandsChecked.set(true);
  }

  private boolean create() {
    return run(operations, (feed, call) -> feed.create(own, KEY.partition(), call).isDone());
  }

  private boolean complete(Versioned<ObjectNode> stored, boolean change) {
    throwIfDifferent(stored.item(), change ? unchangeable(stored.item()) : names(own));
    PatchOperations missing = PatchOperations.create();
    for (Map.Entry<String, JsonNode> setting : own.properties()) {
      if (!setting.getValue().equals(stored.item().get(setting.getKey()))) {
        missing.set("/" + setting.getKey(), setting.getValue());
      }
    }
    return missing.all().isEmpty()
        || run(operations, (feed, call) -> feed.patch(KEY, missing, null, stored.etag(), call))
            == WriteResult.DONE;
  }

  /** Another schema version can't be changed, only one that another program damaged. */
  private Set<String> unchangeable(ObjectNode stored) {
    try {
      BigDecimal version = new BigDecimal(stored.path(SCHEMA_VERSION).asText());
      boolean isVersion =
          version.compareTo(BigDecimal.ONE) >= 0 && version.stripTrailingZeros().scale() <= 0;
      return isVersion && version.compareTo(own.path(SCHEMA_VERSION).decimalValue()) != 0
          ? Set.of(SCHEMA_VERSION)
          : Set.of();
    } catch (NumberFormatException e) {
      return Set.of();
    }
  }

  /**
   * Returns this host's settings with those of the blog: one point read.
   *
   * @param check throws an exception if a setting is out of bounds
   * @throws SchemaMissingException if they aren't stored
   * @throws MalformedItemException if another program damaged them
   */
  public DatabaseSettings adopt(Consumer<DatabaseSettings> check) {
    ObjectNode stored =
        find().map(Versioned::item).orElseThrow(() -> SchemaMissingException.ofSettings(missing()));
    throwIfDifferent(stored, Set.of(SCHEMA_VERSION));
    ObjectNode all = own.deepCopy();
    all.setAll(stored);
    try {
      DatabaseSettings adopted = settings.with(JSON.treeToValue(all, SettingsItem.class));
      check.accept(adopted);
      return adopted;
    } catch (JsonProcessingException | RuntimeException e) {
      throw unreadable(String.valueOf(e.getMessage()));
    }
  }

  private Failure missing() {
    String action = "read in " + service.container(BlogContainer.FEED).name();
    return new Failure(action, NOT_FOUND, 0, null, false, false, null);
  }

  private static MalformedItemException unreadable(String problem) {
    return new MalformedItemException(KEY.id(), problem);
  }

  private Optional<Versioned<ObjectNode>> find() {
    return find(operations);
  }

  private Optional<Versioned<ObjectNode>> find(Operations by) {
    return run(by, (feed, call) -> feed.read(KEY, ObjectNode.class, call));
  }

  private <T> T run(Operations by, BiFunction<ItemContainer, Call, T> body) {
    ItemContainer feed = ItemContainer.of(service, BlogContainer.FEED);
    return by.run(BlogOperation.BLOG_SETTINGS, call -> body.apply(feed, call));
  }

  private void throwIfDifferent(ObjectNode stored, Set<String> compared) {
    List<String> differences = new ArrayList<>();
    for (Map.Entry<String, JsonNode> setting : own.properties()) {
      JsonNode there = stored.get(setting.getKey());
      if (compared.contains(setting.getKey())
          && there != null
          && !there.equals(setting.getValue())) {
        differences.add(
            "%s is %s here and %s there".formatted(setting.getKey(), setting.getValue(), there));
      }
    }
    if (!differences.isEmpty()) {
      throw new SettingsMismatchException(differences);
    }
  }

  private static Set<String> names(ObjectNode item) {
    return item.properties().stream().map(Map.Entry::getKey).collect(Collectors.toSet());
  }
}
