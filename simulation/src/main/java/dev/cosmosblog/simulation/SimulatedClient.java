package dev.cosmosblog.simulation;

import com.azure.cosmos.models.IndexingPolicy;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.simulation.Faults.Exhausted;
import dev.cosmosblog.simulation.Scheduler.Actor;
import dev.cosmosblog.simulation.SimulatedService.Committed;
import dev.cosmosblog.simulation.SimulatedService.Partition;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.repository.Reservations;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.internal.schema.SchemaRequests;
import dev.cosmosblog.store.internal.schema.Script;
import dev.cosmosblog.store.spi.ChangeProcessor;
import dev.cosmosblog.store.spi.ContainerRequests;
import dev.cosmosblog.store.spi.ContainerRequests.ChangePage;
import dev.cosmosblog.store.spi.ContainerRequests.QueryPages;
import dev.cosmosblog.store.spi.CosmosService;
import dev.cosmosblog.store.spi.ItemWrite;
import dev.cosmosblog.store.spi.Query;
import dev.cosmosblog.store.spi.Query.Scope;
import dev.cosmosblog.store.spi.RequestOptions;
import dev.cosmosblog.store.spi.Response;
import dev.cosmosblog.store.spi.Response.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A client of the simulated service with session consistency. For each physical partition, it
 * remembers the newest transaction of its responses, and doesn't read from replicas that are
 * further behind. Another client's writes may be missing for as long as replicas lag. Each request
 * is a step of the schedule.
 */
final class SimulatedClient implements CosmosService {
  /** The failures that the service returns instead of executing a request. */
  private static final int[][] REFUSALS = {{429, 3200}, {410, 1002}, {408, 0}, {503, 0}, {449, 0}};

  /** Short, so that other tasks come between the pages of a query. */
  private static final int PAGE = 2;

  private static final List<String> NAMES =
      Arrays.stream(BlogContainer.values())
          .map(container -> container.name().toLowerCase(Locale.ROOT))
          .toList();

  // Between the range and the LSN: the version.
  private static final String TOKEN = ":-1#";

  private final Simulation simulation;
  private final Actor actor;

  /** The partition key and description of a request; the text is built only for a story. */
  private record Subject(String partition, Supplier<String> what) {
    String text() {
      return partition.isEmpty() ? what.get() : "[" + partition + "] " + what.get();
    }
  }

  /** The session tokens, by physical partition. */
  private final Map<Partition, Long> tokens = new HashMap<>();

  SimulatedClient(Simulation simulation, Actor actor) {
    this.simulation = simulation;
    this.actor = actor;
  }

  Actor actor() {
    return actor;
  }

  @Override
  public ContainerRequests container(BlogContainer container) {
    return new Requests(container, null);
  }

  @Override
  public ContainerRequests container(String name) {
    throw new IllegalStateException("The simulation has no container " + name + ".");
  }

  @Override
  public ChangeProcessor changeProcessor(
      BlogContainer source, ChangeProcessor.Settings settings, Consumer<List<StoredItem>> handler) {
    // The change feed's processor reads with the host's async client, which has its own session.
    return new SimulatedProcessor(
        simulation, new SimulatedClient(simulation, actor), source, settings, handler);
  }

  @Override
  public SchemaRequests schema() {
    return new SimulatedSchema(simulation);
  }

  /** Returns the newest transaction of the replica that responds, and remembers it. */
  long visible(Partition partition) {
    return visible(partition, null);
  }

  /** Returns the same for a read with a session token, or null. */
  private long visible(Partition partition, @Nullable String session) {
    Faults faults = simulation.faults();
    long newest = partition.lsn();
    long token = session == null ? tokens.getOrDefault(partition, 0L) : reached(partition, session);
    long oldest = Math.max(token, partition.replicated(faults.maxLag().toNanos()));
    long visible = newest;
    if (oldest < newest && simulation.choices().chance(faults.lags())) {
      visible = oldest + simulation.choices().below((int) (newest - oldest));
      faults.note("lagging replica");
      long behind = newest - visible;
      faults.tell(
          () ->
              "  a replica answers that is %d transactions of %s behind"
                  .formatted(behind, name(partition)));
    }
    tokens.merge(partition, visible, Math::max);
    return visible;
  }

  // A request's token replaces that of the client, as in the SDK.
  private static long reached(Partition partition, String session) {
    String start = partition.index + TOKEN;
    return Arrays.stream(session.split(","))
        .filter(range -> range.startsWith(start))
        .mapToLong(range -> Long.parseLong(range.substring(start.length())))
        .max()
        .orElse(0);
  }

  /** Returns the session token of a partition, as this client has seen it. */
  private String token(Partition partition) {
    return partition.index + TOKEN + tokens.getOrDefault(partition, 0L);
  }

  static String name(Partition partition) {
    return NAMES.get(partition.container.ordinal()) + "/" + partition.index;
  }

  private <T> Response<T> send(
      String kind, BlogContainer container, Subject subject, Supplier<Response<T>> request) {
    boolean writes = kind.startsWith("write") || kind.startsWith("batch");
    long begin = simulation.scheduler().nanoTime();
    simulation.scheduler().step();
    long paused = simulation.scheduler().nanoTime() - begin;
    String step = kind + " " + NAMES.get(container.ordinal());
    simulation.coverage().step(step);
    if (actor.isClosed()) {
      tell(step, subject, () -> "the client is closed");
      return Response.notSent(new IllegalStateException("The client is closed."));
    }
    // The library assumes that a command isn't paused for so long just before it sends a request.
    if (writes && actor.role.equals("writer") && paused > Reservations.GRACE.toNanos()) {
      tell(step, subject, () -> "lost, because its writer stopped");
      return Response.failed(408, 0, 0);
    }
    Faults faults = simulation.faults();
    if (simulation.choices().chance(faults.transients())) {
      int[] refusal = REFUSALS[simulation.choices().below(REFUSALS.length - (writes ? 0 : 1))];
      faults.note("answer " + refusal[0]);
      tell(step, subject, () -> "refused with " + refusal[0]);
      Outcome refused = new Outcome(refusal[0], refusal[1], Duration.ofMillis(50), true, null);
      return new Response<>(refused, 1, null, null, null);
    }
    boolean fails = simulation.choices().chance(faults.errors());
    boolean lost = simulation.choices().chance(faults.losses());
    boolean done = !(fails || lost) || (writes && simulation.choices().chance(700));
    Response<T> answer =
        done ? simulation.commit(step, subject.partition(), request) : Response.failed(408, 0, 0);
    if (fails) {
      faults.note(done ? "error" : "error before the request");
      tell(step, subject, () -> "an error ends the call");
      throw new Exhausted();
    }
    if (lost) {
      faults.note(writes && done ? "answer lost after the commit" : "request lost");
      tell(step, subject, () -> done ? "committed, but the response is lost" : "lost");
      return Response.failed(408, 0, 0);
    }
    if (!isIdle(answer.body()) && !step.equals("query leases")) {
      tell(step, subject, () -> String.valueOf(answer.status()));
    }
    return answer;
  }

  /** A poll that finds nothing is not worth a line. */
  private static boolean isIdle(@Nullable Object body) {
    return (body instanceof ChangePage page && page.items().isEmpty())
        || (body instanceof List<?> rows && rows.isEmpty());
  }

  private void tell(String step, Subject subject, Supplier<String> result) {
    simulation
        .faults()
        .tell(
            () ->
                "%9.3f s  %-8s %-22s %s: %s"
                    .formatted(
                        simulation.scheduler().nanoTime() / 1e9,
                        actor.name,
                        step,
                        subject.text(),
                        result.get()));
  }

  private <T> T value(JsonNode item, Class<T> type) {
    try {
      return simulation.service().value(item, type);
    } catch (JsonProcessingException e) {
      throw new MalformedItemException("", "a property has another type.");
    }
  }

  private static <T> Response<T> missing() {
    return Response.failed(404, 0, 1);
  }

  /** The requests to one container. */
  private final class Requests implements ContainerRequests {
    private final BlogContainer container;
    private final @Nullable String session;

    Requests(BlogContainer container, @Nullable String session) {
      this.container = container;
      this.session = session;
    }

    @Override
    public ContainerRequests with(RequestOptions options) {
      return options.sessionToken() == null
          ? this
          : new Requests(container, options.sessionToken());
    }

    @Override
    public String name() {
      return NAMES.get(container.ordinal());
    }

    @Override
    public <T> Response<T> read(ItemKey key, Class<T> type) {
      return send("read", container, subject(key.partition(), key::id), () -> found(key, type));
    }

    @Override
    public <T> Response<T> readUnless(String etag, ItemKey key, Class<T> type) {
      return send(
          "read",
          container,
          subject(key.partition(), key::id),
          () -> {
            Response<T> found = found(key, type);
            return etag.equals(found.etag())
                ? Response.<T>ok(null, etag, 1).in(found.outcome().sessionToken())
                : found;
          });
    }

    private <T> Response<T> found(ItemKey key, Class<T> type) {
      Partition partition = partition(key.partition());
      ObjectNode item = partition.at(key, visible(partition, session));
      Response<T> found =
          item == null ? missing() : Response.ok(value(item, type), item.path("_etag").asText(), 1);
      return found.in(token(partition));
    }

    private Partition partition(String key) {
      return simulation.service().partition(container, key);
    }

    @Override
    public <T> Response<List<T>> readMany(List<ItemKey> keys, Class<T> type) {
      return send(
          "read many",
          container,
          new Subject("", () -> keys.size() + " items"),
          () -> {
            List<T> items = new ArrayList<>();
            for (ItemKey key : keys) {
              Response<T> one = found(key, type);
              if (one.body() != null) {
                items.add(one.body());
              }
            }
            return Response.ok(items, null, keys.size());
          });
    }

    @Override
    public <T> Response<T> write(String key, ItemWrite write, @Nullable Class<T> type) {
      return send(
          "write", container, subject(key, () -> describe(write)), () -> commit(key, write, type));
    }

    private <T> Response<T> commit(String key, ItemWrite write, @Nullable Class<T> type) {
      Partition partition = partition(key);
      Committed committed = partition.commit(key, List.of(write));
      tokens.merge(partition, partition.lsn(), Math::max);
      if (committed.status() != 200) {
        return Response.<T>failed(committed.status(), 0, 1).in(token(partition));
      }
      ObjectNode item = committed.items().get(0);
      return Response.ok(
              item == null || type == null ? null : value(item, type),
              item == null ? null : item.path("_etag").asText(),
              7)
          .in(token(partition));
    }

    @Override
    public Response<Integer> batch(String key, List<ItemWrite> writes) {
      return send(
          "batch",
          container,
          subject(key, () -> String.join(", ", writes.stream().map(Requests::describe).toList())),
          () -> {
            Partition partition = partition(key);
            if (writes.stream()
                .allMatch(
                    write -> write instanceof ItemWrite.Delete delete && delete.etag() == null)) {
              simulation.invariants().checkPurge(key);
              simulation.checkNotes(actor, key);
            }
            Committed committed = partition.commit(key, writes);
            if (isOfSeveralReactions(key, writes)) {
              simulation.coverage().step("batch of several reactions: " + committed.status());
            }
            tokens.merge(partition, partition.lsn(), Math::max);
            if (committed.status() == 200) {
              checkNewReactions(key, writes);
            }
            return committed.status() == 200
                ? Response.<Integer>ok(null, null, 7.0 * writes.size()).in(token(partition))
                : new Response<>(
                    new Outcome(committed.status(), 0, null, true, token(partition)),
                    1,
                    committed.items().size(),
                    null,
                    null);
          });
    }

    private void checkNewReactions(String key, List<ItemWrite> writes) {
      for (ItemWrite write : writes) {
        if (write instanceof ItemWrite.Create create) {
          String type = SimulatedService.tree(create.item()).path("type").asText();
          if (List.of("comment", "like").contains(type)) {
            simulation.invariants().checkReaction(key, type);
          }
        }
      }
    }

    private static boolean isOfSeveralReactions(String key, List<ItemWrite> writes) {
      long items = writes.stream().filter(write -> !(write instanceof ItemWrite.Patch)).count();
      return items > 1
          && writes.get(writes.size() - 1) instanceof ItemWrite.Patch last
          && last.id().equals(key);
    }

    private static Subject subject(String partition, Supplier<String> what) {
      return new Subject(partition, what);
    }

    private static String describe(ItemWrite write) {
      if (write instanceof ItemWrite.Create create) {
        return "create " + SimulatedService.tree(create.item()).path("id").asText();
      } else if (write instanceof ItemWrite.Upsert upsert) {
        return "upsert " + SimulatedService.tree(upsert.item()).path("id").asText();
      } else if (write instanceof ItemWrite.Replace replace) {
        return "replace " + replace.id();
      } else if (write instanceof ItemWrite.Delete delete) {
        return "delete " + delete.id();
      }
      ItemWrite.Patch patch = (ItemWrite.Patch) write;
      return "patch " + patch.id() + " " + patch.operations().all();
    }

    @Override
    public Response<Void> execute(Script script, String partition, List<Object> arguments) {
      throw new IllegalStateException("The simulation has no stored procedures.");
    }

    @Override
    public <T> QueryPages<T> query(Query query, Class<T> type) {
      return new Pages<>(container, query, type);
    }

    @Override
    public Response<ChangePage> changes(String range, @Nullable String continuation, int count) {
      return send(
          "read changes",
          container,
          new Subject("", () -> range),
          () -> page(range, continuation, count));
    }

    private Response<ChangePage> page(String range, @Nullable String continuation, int count) {
      Partition partition = partitions(range).get(0);
      long after = continuation == null ? 0 : Long.parseLong(continuation);
      long visible = visible(partition);
      List<ObjectNode> changes = partition.changes(after, visible);
      List<StoredItem> items = new ArrayList<>();
      long last = Math.max(after, visible);
      for (ObjectNode change : changes) {
        // The service never splits a transaction.
        if (items.size() >= count && change.path("_lsn").asLong() != last) {
          break;
        }
        last = change.path("_lsn").asLong();
        items.add(value(change, StoredItem.class));
      }
      if (items.size() == changes.size()) {
        last = Math.max(after, visible);
      }
      return Response.ok(
          new ChangePage(items, Long.toString(last), !items.isEmpty()), null, items.size() + 1);
    }

    private List<Partition> partitions(@Nullable String range) {
      List<Partition> all = simulation.service().partitions(container);
      return range == null ? all : List.of(all.get(Integer.parseInt(range)));
    }

    @Override
    public Response<List<String>> ranges() {
      return Response.ok(
          simulation.service().partitions(container).stream()
              .map(partition -> Integer.toString(partition.index))
              .toList(),
          null,
          0);
    }

    @Override
    public Response<OptionalLong> itemCount() {
      return Response.ok(OptionalLong.empty(), null, 1);
    }

    @Override
    public Response<List<String>> partitionKeyPaths() {
      return Response.ok(List.of("/" + container.partitionKey()), null, 1);
    }
  }

  /** The pages of a query; each is read on request, from any replica. */
  private final class Pages<T> implements QueryPages<T> {
    private final BlogContainer container;
    private final Query query;
    private final Class<T> type;
    private final List<Partition> left;
    private long lastRid;

    Pages(BlogContainer container, Query query, Class<T> type) {
      this.container = container;
      this.query = query;
      this.type = type;
      List<Partition> all = simulation.service().partitions(container);
      List<Partition> asked = all;
      if (query.scope() instanceof Scope.Partition one) {
        asked = List.of(simulation.service().partition(container, one.key()));
      } else if (query.scope() instanceof Scope.Range range) {
        asked = List.of(all.get(Integer.parseInt(range.feedRange())));
      }
      this.left = new ArrayList<>(asked);
      if (query.from() != null) {
        String[] place = query.from().split(" ");
        left.removeIf(partition -> partition.index < Integer.parseInt(place[0]));
        lastRid = Long.parseLong(place[1]);
      }
    }

    @Override
    public Response<List<T>> next(RequestOptions options) {
      if (left.isEmpty()) {
        return Response.end();
      }
      String key = query.scope() instanceof Scope.Partition one ? one.key() : "";
      return send(
          "query", container, new Subject(key, () -> ""), () -> page(options.sessionToken()));
    }

    private Response<List<T>> page(@Nullable String session) {
      SimulatedQueries.Selection selection = SimulatedQueries.selection(query);
      boolean ordered = selection.order() != null;
      if (ordered && lacksIndex()) {
        return Response.failed(400, 0, 1);
      }
      boolean whole = ordered || SimulatedQueries.aggregate(query, List.of()) != null;
      List<Partition> asked = whole ? List.copyOf(left) : List.of(left.get(0));
      List<ObjectNode> items = new ArrayList<>();
      for (Partition partition : asked) {
        long visible = visible(partition, session);
        List<ObjectNode> all =
            query.scope() instanceof Scope.Partition one
                ? partition.visible(one.key(), visible)
                : partition.visible(visible);
        all.stream()
            .filter(item -> selection.where().test(item, query.parameters()))
            .forEach(items::add);
      }
      if (selection.order() != null) {
        items.sort(selection.order());
      }
      List<JsonNode> aggregated = SimulatedQueries.aggregate(query, items);
      List<? extends JsonNode> rows = aggregated == null ? items : aggregated;
      if (whole) {
        left.clear();
        Object top = query.parameters().get("@count");
        int count = top == null ? Integer.MAX_VALUE : ((Number) top).intValue();
        rows = rows.subList(0, Math.min(count, rows.size()));
      } else {
        // The continuation of an unordered query is the place of the last item that it returned.
        List<? extends JsonNode> rest =
            rows.stream()
                .filter(row -> rid(row) > lastRid)
                .sorted(Comparator.comparingLong(Pages::rid))
                .toList();
        rows = rest.subList(0, Math.min(PAGE, rest.size()));
        if (rest.size() <= PAGE) {
          left.remove(0);
          lastRid = 0;
        } else {
          lastRid = rid(rows.get(rows.size() - 1));
        }
      }
      List<T> page = rows.stream().map(row -> value(row, type)).toList();
      return Response.ok(page, null, 3);
    }

    private boolean lacksIndex() {
      IndexingPolicy edited = simulation.indexingPolicies().get(NAMES.get(container.ordinal()));
      if (edited != null && !SimulatedSchema.serves(edited, query.text())) {
        simulation.faults().note("index removed");
        return true;
      }
      if (query.text().equals(QueryTexts.NEWEST_POSTS)
          && simulation.faults().lacksIndex(simulation.scheduler().nanoTime())) {
        simulation.faults().note("index not built");
        return true;
      }
      return false;
    }

    @Override
    public @Nullable String continuation() {
      return left.isEmpty() ? null : left.get(0).index + " " + lastRid;
    }

    private static long rid(JsonNode item) {
      return item.path(SimulatedService.RID).asLong();
    }

    @Override
    public void close() {
      left.clear();
    }
  }
}
