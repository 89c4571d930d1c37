package dev.cosmosblog.examples.blog;

import dev.cosmosblog.examples.console.Arguments;
import dev.cosmosblog.examples.console.Arguments.Range;
import dev.cosmosblog.examples.console.Usage.Option;
import dev.cosmosblog.examples.console.UsageException;
import dev.cosmosblog.model.InvalidPropertyException;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogDatabaseBuilder;
import java.util.List;

/**
 * The settings of a blog on which all that write its copies have to agree. A program that is told
 * other ones than the application has writes other copies over the application's.
 */
public final class BlogSettings {
  /** The option that says which properties short copies carry. */
  public static final Option SUMMARY_PROPERTIES =
      new Option("summary-properties", "A,B", "the blog's summary properties; by default none");

  /** The option that says that there is an archive. */
  public static final Option ARCHIVE =
      Option.flag("archive", "the blog keeps an archive; by default it has none");

  /** The option that says how many posts the front page holds. */
  public static final Option FRONT_PAGE_SIZE =
      new Option("front-page-size", "N", "posts on the blog's front page; by default 100")
          .in(
              new Range(
                  1,
                  BlogDatabaseBuilder.MAX_FRONT_PAGE_SIZE,
                  BlogDatabaseBuilder.DEFAULT_FRONT_PAGE_SIZE));

  /** The option that says that usernames are not reserved. */
  public static final Option NAMES_NOT_UNIQUE =
      Option.flag(
          "names-not-unique",
          "the blog's usernames may belong to several users; by default to one");

  private BlogSettings() {}

  /**
   * The settings that a command line names; the others have their defaults.
   *
   * @param arguments the command line
   * @return the settings, without the account and the database's name
   * @throws UsageException if a post can't have one of the properties
   */
  public static BlogDatabaseBuilder of(Arguments arguments) {
    BlogDatabaseBuilder settings =
        BlogDatabase.builder().uniqueUsernames(!arguments.flag(NAMES_NOT_UNIQUE.name()));
    arguments
        .option(SUMMARY_PROPERTIES.name())
        .ifPresent(names -> chooseSummaryProperties(settings, names));
    if (arguments.flag(ARCHIVE.name())) {
      settings.archive();
    }
    return settings.frontPageSize(arguments.number(FRONT_PAGE_SIZE.name()));
  }

  /**
   * Refuses the settings where no endpoint is given, as for a blog of the program's own.
   *
   * @param arguments the command line
   * @throws UsageException if one of them is given without an endpoint
   */
  public static void needEndpoint(Arguments arguments) {
    arguments.needs(
        Endpoint.ENDPOINT.name(),
        SUMMARY_PROPERTIES.name(),
        ARCHIVE.name(),
        FRONT_PAGE_SIZE.name(),
        NAMES_NOT_UNIQUE.name());
  }

  private static void chooseSummaryProperties(BlogDatabaseBuilder settings, String given) {
    String[] names = given.split(",", -1);
    if (List.of(names).contains("")) {
      throw refused("'%s' has an empty name; give names with commas between them".formatted(given));
    }
    try {
      settings.summaryProperties(names);
    } catch (InvalidPropertyException e) {
      throw refused(String.valueOf(e.getMessage()));
    }
  }

  private static UsageException refused(String reason) {
    return new UsageException(
        "Invalid value for option '--%s': %s".formatted(SUMMARY_PROPERTIES.name(), reason));
  }
}
