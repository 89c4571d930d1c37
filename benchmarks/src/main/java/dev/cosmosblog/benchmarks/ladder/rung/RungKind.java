package dev.cosmosblog.benchmarks.ladder.rung;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosDatabase;
import dev.cosmosblog.store.BlogDatabase;
import java.util.function.Supplier;

/** The rungs of the ladder, from the lowest, and what this library is compared with. */
public enum RungKind {
  /** Users and posts only: each request looks names and counts up. */
  V1("V1"),
  /** Names and counts are copied: by stored procedures, and by the change feed of users. */
  V2("V2"),
  /** Summaries of posts are copied beside their authors and into the feed, by the change feed. */
  V3("V3"),
  LIBRARY("library"),
  /** Requests for the library's items that are sent through the SDK alone. */
  BARE_SDK("sdk"),
  /** Azure Spring Data Cosmos, which runs in its own process. */
  SPRING_DATA("spring-data");

  private final String label;

  RungKind(String label) {
    this.label = label;
  }

  /** Returns the rung's name in options, tables and files. */
  public String label() {
    return label;
  }

  @Override
  public String toString() {
    return label;
  }

  /**
   * Creates the database with the rung's containers and scripts.
   *
   * @param database a database that doesn't exist yet
   * @param likeIds makes the ids of likes, which are random in the article
   */
  public Rung provision(BlogDatabase database, Supplier<String> likeIds) {
    CosmosDatabase cosmos = database.unwrap(CosmosDatabase.class);
    database.unwrap(CosmosClient.class).createDatabaseIfNotExists(cosmos.getId());
    return switch (this) {
      case V1 -> ArticleV1.provision(cosmos, likeIds);
      case V2 -> ArticleV2.provision(cosmos, likeIds);
      case V3 -> ArticleV3.provision(cosmos, likeIds);
      case LIBRARY -> new Library(database);
      case BARE_SDK -> new BareSdk(database);
      case SPRING_DATA ->
          throw new IllegalStateException("Spring Data can't run in this process; start its own");
    };
  }
}
