package dev.cosmosblog.benchmarks.ladder.rung;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosDatabase;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.store.BlogDatabase;
import java.util.function.Supplier;

/** The rungs of the ladder, from the lowest. */
public enum RungKind {
  /** Users and posts only: names and counts are looked up by each request. */
  V1("V1"),
  /** Names and counts are copied: by stored procedures, and by the change feed of users. */
  V2("V2"),
  /** Posts are copied in short form beside their authors and into the feed, by the change feed. */
  V3("V3"),
  /** This library. */
  OURS("ours");

  private final String label;

  RungKind(String label) {
    this.label = label;
  }

  /**
   * Returns the rung's name in tables.
   *
   * @return its name
   */
  public String label() {
    return label;
  }

  /**
   * Makes the database with this rung's containers and scripts.
   *
   * @param connection the database, which is not there yet
   * @param ids makes the ids of likes, random as the article's are
   * @return the rung
   */
  public Rung provision(BlogDatabase connection, Supplier<String> ids) {
    CosmosDatabase database = connection.unwrap(CosmosDatabase.class);
    connection.unwrap(CosmosClient.class).createDatabaseIfNotExists(database.getId());
    return switch (this) {
      case V1 -> FirstRung.provision(database, ids);
      case V2 -> SecondRung.provision(database, ids);
      case V3 -> ThirdRung.provision(database, ids);
      case OURS -> new OurRung(connection);
    };
  }

  /**
   * This library with one write less for a new user: names need not be unique.
   *
   * @param connection the database, in which the rung is there
   * @return the rung
   */
  public static Rung withoutUniqueUsernames(BlogDatabase connection) {
    return new OurRung(Endpoint.with(connection, BlogDatabase.builder().uniqueUsernames(false)));
  }
}
