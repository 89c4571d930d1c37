package dev.cosmosblog.benchmarks.ladder.rung;

import dev.cosmosblog.examples.blog.BlogConnection;
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
  public Rung provision(BlogConnection connection, Supplier<String> ids) {
    connection.createDatabase();
    return switch (this) {
      case V1 -> FirstRung.provision(connection.database(), ids);
      case V2 -> SecondRung.provision(connection.database(), ids);
      case V3 -> ThirdRung.provision(connection.database(), ids);
      case OURS -> OurRung.provision(connection, true);
    };
  }

  /**
   * This library with one write less for a new user: names need not be unique.
   *
   * @param connection the database, in which the rung is there
   * @return the rung
   */
  public static Rung withoutUniqueUsernames(BlogConnection connection) {
    return OurRung.provision(connection, false);
  }
}
