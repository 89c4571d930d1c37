package dev.cosmoslocal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.resource.ServiceConditions;
import dev.cosmoslocal.internal.engine.throughput.Admission;
import dev.cosmoslocal.internal.exchange.ContainerLookup;
import dev.cosmoslocal.internal.http.FaultSource;
import dev.cosmoslocal.internal.http.InjectedFault;
import dev.cosmoslocal.internal.http.explorer.Explorer;
import dev.cosmoslocal.internal.http.explorer.PartitionMeter;
import dev.cosmoslocal.internal.http.explorer.Switches;
import dev.cosmoslocal.request.Consistency;
import dev.cosmoslocal.request.RequestKind;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The faults and service conditions of an emulator with an explorer, which can be changed while it
 * runs. Thread-safe.
 */
final class ServiceSwitches implements Switches, FaultSource {
  private static final int TOKEN_BYTES = 24;
  private static final int MAX_RULES = 50;
  private static final int MAX_MILLISECONDS = 60_000;

  /** The documented recovery point is less than 15 minutes. */
  private static final int MAX_CONDITION = 900_000;

  private static final int KILOBYTE = 1_024;

  private static final RequestKind[] READS = {
    RequestKind.READ_ITEM, RequestKind.QUERY, RequestKind.READ_FEED
  };

  private static final RequestKind[] WRITES = {
    RequestKind.CREATE_ITEM,
    RequestKind.UPSERT_ITEM,
    RequestKind.REPLACE_ITEM,
    RequestKind.DELETE_ITEM,
    RequestKind.PATCH_ITEM,
    RequestKind.BATCH,
    RequestKind.BULK,
    RequestKind.SCRIPT
  };

  /** Milliseconds at the median and at the 99th percentile. */
  private static final Map<String, Distance> DISTANCES =
      Map.of(
          "NONE", Distance.NONE,
          "SAME_REGION", Distance.SAME_REGION,
          "OTHER_CONTINENT", Distance.of(Duration.ofMillis(90), Duration.ofMillis(140)));

  private final EmulatorConfig config;
  private final Account account;
  private final FaultInjector faults;
  private final Admission budget;
  private final PartitionMeter meter;
  private final String token;

  private volatile boolean enforced;
  private volatile Distance distance;
  private volatile FaultSource requestFaults;

  /** The rules that the explorer has set last. */
  private volatile ArrayNode rules = Json.array();

  ServiceSwitches(EmulatorConfig config, Account account, FaultInjector faults) {
    this.config = config;
    this.account = account;
    this.faults = faults;
    this.budget = config.budget(account);
    this.meter = new PartitionMeter(() -> enforced ? budget : Admission.UNLIMITED, config.clock());
    this.enforced = config.enforceThroughput();
    this.distance = config.distance();
    this.requestFaults = config.delayed(faults, distance);
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    this.token = HexFormat.of().formatHex(random);
  }

  /** The throughput, enforced or not, and counted in any case. */
  Admission admission() {
    return meter;
  }

  Explorer explorer() {
    return new Explorer(
        account, new ContainerLookup(account, config.consistency()), meter, this, token);
  }

  /** The address of the explorer, with its token. */
  String address(String endpoint) {
    return Explorer.address(endpoint, token);
  }

  @Override
  public List<InjectedFault> on(RequestKind kind, Supplier<String> container) {
    return requestFaults.on(kind, container);
  }

  @Override
  public ObjectNode describe() {
    ObjectNode json = Json.object();
    json.put("enforceThroughput", enforced);
    json.put(
        "distance",
        DISTANCES.entrySet().stream()
            .filter(known -> known.getValue().equals(distance))
            .map(Map.Entry::getKey)
            .findFirst()
            .orElse("OTHER"));
    int active = faults.active();
    boolean own = active > 0 && active == rules.size();
    json.set("faults", own ? rules.deepCopy() : Json.array());
    json.put("otherFaults", own ? 0 : active);
    ArrayNode injected = json.putArray("injected");
    faults.counts().byRule().forEach(injected::add);
    ServiceConditions conditions = account.conditions();
    json.put("replicaLagMs", conditions.replicaLag().toMillis());
    json.put("indexBuildMs", conditions.indexBuild().toMillis());
    json.put("recoveryPointMs", conditions.recoveryPoint().toMillis());
    long most = conditions.logicalPartitionBytes() / KILOBYTE;
    json.put("logicalPartitionKb", conditions.limitsStorage() ? most : 0);
    json.put("failover", config.consistency() != Consistency.STRONG);
    return json;
  }

  @Override
  public synchronized void change(ObjectNode change) {
    Distance next = distance;
    if (change.has("distance")) {
      next = DISTANCES.get(change.path("distance").asText());
      if (next == null) {
        throw EngineException.badRequest("The distance must be one of " + names(DISTANCES) + ".");
      }
    }
    JsonNode asked = change.path("faults");
    if (asked.size() > MAX_RULES || change.has("faults") && !asked.isArray()) {
      throw EngineException.badRequest("Faults are an array of at most " + MAX_RULES + " rules.");
    }
    if (change.has("enforceThroughput") && !change.path("enforceThroughput").isBoolean()) {
      throw EngineException.badRequest("enforceThroughput must be true or false.");
    }
    ServiceConditions conditions = conditions(change, account.conditions());
    List<FaultRule> parsed = new ArrayList<>();
    asked.forEach(rule -> parsed.add(rule(rule)));
    account.simulate(conditions);
    if (next != distance) {
      distance = next;
      requestFaults = config.delayed(faults, next);
    }
    if (change.has("enforceThroughput")) {
      enforced = change.path("enforceThroughput").asBoolean();
    }
    if (change.has("faults")) {
      rules = ((ArrayNode) asked).deepCopy();
      faults.set(new FaultPlan(0, parsed));
    }
  }

  @Override
  public long failOver(Duration lost) {
    try {
      return LocalCosmos.failover(account, config.consistency(), lost);
    } catch (IllegalArgumentException tooLong) {
      throw EngineException.badRequest(
          "A failover loses no more than its recovery point, and nothing under strong"
              + " consistency.");
    }
  }

  private static ServiceConditions conditions(ObjectNode change, ServiceConditions now) {
    int kilobytes = number(change, "logicalPartitionKb", Integer.MAX_VALUE);
    long bytes =
        kilobytes < 0
            ? now.logicalPartitionBytes()
            : kilobytes == 0 ? Long.MAX_VALUE : (long) kilobytes * KILOBYTE;
    return new ServiceConditions(
        now.seed(),
        time(change, "replicaLagMs", now.replicaLag()),
        bytes,
        time(change, "indexBuildMs", now.indexBuild()),
        time(change, "recoveryPointMs", now.recoveryPoint()));
  }

  private static Duration time(ObjectNode change, String name, Duration now) {
    int milliseconds = number(change, name, MAX_CONDITION);
    return milliseconds < 0 ? now : Duration.ofMillis(milliseconds);
  }

  /** A number of a change; -1 if the change does not name it. */
  private static int number(ObjectNode change, String name, int most) {
    JsonNode value = change.path(name);
    if (value.isMissingNode()) {
      return -1;
    }
    if (!value.isIntegralNumber()
        || !value.canConvertToInt()
        || value.asInt() < 0
        || value.asInt() > most) {
      throw EngineException.badRequest(name + " must be a whole number from 0 to " + most + ".");
    }
    return value.asInt();
  }

  private static String names(Map<String, ?> known) {
    return String.join(", ", known.keySet().stream().sorted().toList());
  }

  private static FaultRule rule(JsonNode json) {
    FaultRule.Matching matching =
        switch (json.path("requests").asText("ANY")) {
          case "ANY" -> FaultRule.onAny();
          case "READS" -> FaultRule.on(READS[0], READS);
          case "WRITES" -> FaultRule.on(WRITES[0], WRITES);
          default -> FaultRule.on(kind(json.path("requests").asText()));
        };
    String container = json.path("container").asText("");
    if (!container.isEmpty()) {
      matching = matching.container(container);
    }
    double percent = json.path("percent").asDouble(100);
    if (!(percent > 0 && percent <= 100)) {
      throw EngineException.badRequest("A fault meets more than 0 and at most 100 % of requests.");
    }
    return matching.probability(percent / 100).then(fault(json));
  }

  private static RequestKind kind(String name) {
    try {
      return RequestKind.valueOf(name);
    } catch (IllegalArgumentException e) {
      throw EngineException.badRequest("There is no kind of request named " + name + ".");
    }
  }

  private static Fault fault(JsonNode json) {
    int milliseconds = json.path("milliseconds").asInt(0);
    if (milliseconds < 0 || milliseconds > MAX_MILLISECONDS) {
      throw EngineException.badRequest(
          "A fault takes from 0 to " + MAX_MILLISECONDS + " milliseconds.");
    }
    Duration time = Duration.ofMillis(milliseconds);
    String name = json.path("fault").asText();
    return switch (name) {
      case "429" -> Fault.status(429).retryAfter(time);
      case "408", "449", "500", "503" -> Fault.status(Integer.parseInt(name));
      case "410" -> Fault.status(410).subStatus(1002);
      case "DELAY" -> Fault.delay(time);
      case "LATE_RESPONSE" -> Fault.lateResponse(time);
      case "CUT_BEFORE" -> Fault.cutBefore();
      case "CUT_AFTER" -> Fault.cutAfter();
      default -> throw EngineException.badRequest("There is no fault named " + name + ".");
    };
  }
}
