package dev.cosmosblog.benchmarks.ladder.rung;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.CosmosStoredProcedureRequestOptions;
import com.azure.cosmos.models.CosmosTriggerProperties;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.TriggerOperation;
import com.azure.cosmos.models.TriggerType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The scripts that V2 and V3 register, each a file beside this class. */
enum ArticleScript {
  /** Writes a comment and counts it. */
  CREATE_COMMENT("createComment"),
  /** Writes a like and counts it. */
  CREATE_LIKE("createLike"),
  /** Writes a user's new name into all that the user wrote in one logical partition. */
  UPDATE_USERNAMES("updateUsernames"),
  /** Cuts the front page to its size, after each write. */
  TRUNCATE_FEED("truncateFeed");

  private final String id;

  ArticleScript(String id) {
    this.id = id;
  }

  String id() {
    return id;
  }

  void registerAsProcedure(CosmosContainer container) {
    container.getScripts().createStoredProcedure(new CosmosStoredProcedureProperties(id, body()));
  }

  void registerAsPostTrigger(CosmosContainer container) {
    container
        .getScripts()
        .createTrigger(
            new CosmosTriggerProperties(id, body())
                .setTriggerType(TriggerType.POST)
                .setTriggerOperation(TriggerOperation.ALL));
  }

  void run(CosmosContainer container, String partition, Object... arguments) {
    CosmosStoredProcedureRequestOptions options = new CosmosStoredProcedureRequestOptions();
    options.setPartitionKey(new PartitionKey(partition));
    container.getScripts().getStoredProcedure(id).execute(List.of(arguments), options);
  }

  private String body() {
    try (InputStream text =
        Objects.requireNonNull(ArticleScript.class.getResourceAsStream(id + ".js"), id)) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
