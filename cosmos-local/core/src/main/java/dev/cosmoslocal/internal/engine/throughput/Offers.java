package dev.cosmoslocal.internal.engine.throughput;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.definition.SettingNames;
import dev.cosmoslocal.internal.engine.resource.AccountContext;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.resource.ResourceIds;
import dev.cosmoslocal.internal.engine.resource.Revision;
import dev.cosmoslocal.internal.engine.resource.SavedState;
import dev.cosmoslocal.internal.engine.resource.StoredDocuments;
import dev.cosmoslocal.internal.storage.Change;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The throughput of databases and containers, as the service's offers. {@link ThroughputBudget}
 * enforces it.
 */
public final class Offers {
  private static final String AUTOSCALE = "offerAutopilotSettings";
  private static final Set<String> NAMES = Set.of("offerThroughput", AUTOSCALE);

  /** The second one is shown, but has no effect. */
  private static final Set<String> AUTOSCALE_NAMES = Set.of("maxThroughput", "autoUpgradePolicy");

  private final AccountContext context;
  private final AtomicInteger numbers;
  private final Map<String, Offer> offers = new ConcurrentHashMap<>();
  private final Map<String, OfferContent> byResource = new ConcurrentHashMap<>();

  public Offers(AccountContext context) {
    this.context = context;
    this.numbers = new AtomicInteger(context.documents().counter("offers"));
    context
        .documents()
        .read(
            "offer/",
            (name, stored) -> {
              ObjectNode json = (ObjectNode) stored.path("offer");
              put(
                  new Offer(
                      json, new Revision(context, stored), stored.path("highest").intValue()));
            });
  }

  private void put(Offer offer) {
    offers.put(offer.rid(), offer);
    byResource.put(offer.json.path("offerResourceId").asText(), offer.content());
  }

  /**
   * Adds the offer of a new database or container.
   *
   * @param document the name of the resource's stored document
   * @param content {@code offerThroughput} and, for autoscale, {@code offerAutopilotSettings}
   * @throws EngineException 400 if it has no valid number
   */
  public synchronized void add(
      String resourceRid, String resourceSelf, String document, ObjectNode content) {
    checkNames(content);
    OfferContent.of(content);
    int number = numbers.incrementAndGet();
    String rid = ResourceIds.offer(number);
    ObjectNode json = Json.object().put("id", rid).put("_rid", rid);
    json.put("_self", "offers/" + rid + "/").put("resource", resourceSelf);
    json.put("offerResourceId", resourceRid).put("offerVersion", "V2").put("offerType", "Invalid");
    json.set("content", content);
    Offer offer = new Offer(json, new Revision(context), 0);
    context
        .documents()
        .write(
            List.of(
                StoredDocuments.requireChange(document),
                StoredDocuments.counterChange("offers", number),
                offer.stored()));
    put(offer);
  }

  private static void checkNames(ObjectNode content) {
    SettingNames.check(content, "throughput", NAMES);
    if (content.path(AUTOSCALE) instanceof ObjectNode settings) {
      SettingNames.check(settings, "autoscale", AUTOSCALE_NAMES);
    }
  }

  /**
   * The service's default offer of a container (Microsoft Learn, "Create a collection"); empty if
   * the database has throughput that its containers share.
   */
  public Optional<ObjectNode> standard(String databaseRid) {
    return of(databaseRid).isPresent()
        ? Optional.empty()
        : Optional.of(OfferContent.STANDARD.json(Json.object()));
  }

  /** The throughput of a database or a container, empty if it has no offer. */
  public Optional<OfferContent> of(String resourceRid) {
    return Optional.ofNullable(byResource.get(resourceRid));
  }

  /**
   * Finds an offer.
   *
   * @throws EngineException 404 if it doesn\'t exist
   */
  public ObjectNode get(String rid) {
    return find(rid).describe();
  }

  /**
   * Replaces the throughput.
   *
   * @throws EngineException 404 if it doesn\'t exist, 400 without valid content or below the
   *     minimum, 412 if the tag is another
   */
  public synchronized ObjectNode replace(String rid, ObjectNode body, @Nullable String ifMatch) {
    Offer old = find(rid);
    old.revision.check(ifMatch);
    if (body.has("_rid") && !body.path("_rid").asText().equals(rid)) {
      throw EngineException.badRequest(
          "The _rid of the offer must be that of the request, " + rid + ".");
    }
    if (!(body.path("content") instanceof ObjectNode content)) {
      throw EngineException.badRequest("An offer needs content.");
    }
    checkNames(content);
    ObjectNode json = old.json.deepCopy();
    json.set("content", OfferContent.of(content).atLeastFor(old.highest).shownIn(content));
    Offer next = new Offer(json, new Revision(context), old.highest);
    context.documents().write(List.of(next.stored()));
    put(next);
    return next.describe();
  }

  /**
   * Returns the least throughput that an offer may get.
   *
   * @throws EngineException 404 if it doesn\'t exist
   */
  public int minimum(String rid) {
    Offer offer = find(rid);
    return offer.content().least(offer.highest);
  }

  public synchronized void removeFor(String resourceRid) {
    byResource.remove(resourceRid);
    for (Offer offer : List.copyOf(offers.values())) {
      if (offer.json.path("offerResourceId").asText().equals(resourceRid)) {
        offers.remove(offer.rid());
        Change removal = StoredDocuments.removeChange(offer.document());
        context.documents().writeMade(List.of(removal)).await();
      }
    }
  }

  public Runnable save() {
    return SavedState.of(List.of(SavedState.of(offers), SavedState.of(byResource)));
  }

  /** All offers, as the service shows them. */
  public Collection<ObjectNode> all() {
    return List.copyOf(offers.values()).stream().map(Offer::describe).toList();
  }

  private Offer find(String rid) {
    Offer offer = offers.get(rid);
    if (offer == null) {
      throw EngineException.notFound("the offer does not exist.");
    }
    return offer;
  }

  /** The highest RU/s that were ever provisioned determine the minimum. */
  private record Offer(ObjectNode json, Revision revision, int highest) {
    Offer {
      highest = Math.max(highest, OfferContent.of(json.path("content")).requestUnits());
    }

    OfferContent content() {
      return OfferContent.of(json.path("content"));
    }

    String rid() {
      return json.path("_rid").textValue();
    }

    String document() {
      return "offer/" + rid();
    }

    Change stored() {
      ObjectNode stored = revision.writeTo(Json.object()).put("highest", highest);
      stored.set("offer", json);
      return StoredDocuments.putChange(document(), stored);
    }

    ObjectNode describe() {
      ObjectNode copy = json.deepCopy();
      revision.describe(copy);
      return copy;
    }
  }
}
