package dev.cosmoslocal.internal.engine.account;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import dev.cosmoslocal.internal.engine.operation.EntityTagConditions;
import dev.cosmoslocal.internal.engine.operation.ItemOperation;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.throughput.Partitioning;
import dev.cosmoslocal.internal.script.ScriptEngine;
import dev.cosmoslocal.internal.script.ScriptLimits;
import dev.cosmoslocal.internal.storage.Ledger;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;

/** A process that writes until it is killed, and prints acknowledged writes. */
final class WriterToBeKilled {
  static final int WRITERS = 4;

  private WriterToBeKilled() {}

  /** Arguments: the file and the number of the first round. */
  public static void main(String[] arguments) {
    Account account = WriterToBeKilled.account(Ledger.open(Path.of(arguments[0]), false));
    Container container = container(account);
    for (int writer = 0; writer < WRITERS; writer++) {
      PartitionKeyValue key = PartitionKeyValue.parse("[\"p" + writer + "\"]");
      String pk = "p" + writer;
      new Thread(() -> write(container, key, pk, Integer.parseInt(arguments[1]))).start();
    }
  }

  /** Writes a new item, and two other items that must always have the same round number. */
  private static void write(Container container, PartitionKeyValue key, String pk, int first) {
    for (int round = first; ; round++) {
      container.batch(
          key,
          List.of(
              new ItemOperation.Create(item("r" + round, pk, round)),
              new ItemOperation.Upsert(item("a", pk, round), EntityTagConditions.NONE),
              new ItemOperation.Upsert(item("b", pk, round), EntityTagConditions.NONE)),
          true);
      if (round % 3 == 0 && round > first) {
        container.execute(
            key, new ItemOperation.Delete("r" + (round - 1), EntityTagConditions.NONE));
        say("deleted " + pk + " " + (round - 1));
      }
      say("written " + pk + " " + round);
    }
  }

  private static synchronized void say(String line) {
    System.out.println(line + " .");
  }

  static Account account(Ledger ledger) {
    ScriptEngine scripts = new ScriptEngine(ScriptLimits.DEFAULT, System::nanoTime, () -> "");
    return new Account(Clock.systemUTC(), new Partitioning(2, false), ledger, scripts);
  }

  static Container container(Account account) {
    if (account.databases().isEmpty()) {
      ObjectNode settings = Json.object().put("id", "c");
      settings.putObject("changeFeedPolicy").put("retentionDuration", 60);
      settings.putObject("partitionKey").put("version", 2).putArray("paths").add("/pk");
      account.createDatabase(Json.object().put("id", "db")).createContainer(settings);
    }
    return account.database("db").container("c");
  }

  private static ObjectNode item(String id, String pk, int round) {
    ObjectNode item = Json.object().put("id", id).put("pk", pk).put("round", round);
    return item.put("content", "x".repeat(200));
  }
}
