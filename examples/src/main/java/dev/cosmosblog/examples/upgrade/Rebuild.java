package dev.cosmosblog.examples.upgrade;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.examples.blog.BlogSettings;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.console.Arguments;
import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Launcher;
import dev.cosmosblog.examples.console.Results;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Usage;
import dev.cosmosblog.examples.console.Usage.Option;
import dev.cosmosblog.maintenance.LibraryView;
import dev.cosmosblog.maintenance.RebuildSource;
import dev.cosmosblog.maintenance.ViewRebuild;
import dev.cosmosblog.maintenance.ViewRebuildBuilder;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogDatabaseBuilder;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Rebuilds a blog's views from its posts. Without an endpoint it writes a small blog to an account
 * in the process, deletes all short posts, and rebuilds them.
 */
public final class Rebuild implements Example {
  /**
   * Runs it as a program.
   *
   * @param words its command line
   */
  public static void main(String[] words) {
    Launcher.main(new Rebuild(), words);
  }

  @Override
  public Usage usage() {
    return Usage.of(
        "rebuild",
        "makes the short posts, the feed or an archive anew from the posts, in place",
        new Option("endpoint", "URL", "an account; by default one in this process"),
        Endpoint.KEY,
        Endpoint.DATABASE,
        BlogSettings.SUMMARY_PROPERTIES,
        BlogSettings.ARCHIVE,
        BlogSettings.FRONT_PAGE_SIZE,
        new Option("users", "NAME", "the container of users by /userId; by default users"),
        new Option(
                "view", "short-posts|feed|archive", "which one; by default all that the blog has")
            .oneOf(),
        new Option("source", "container|change-feed", "of the posts; by default container").oneOf(),
        new Option("ru-per-second", "N", "the most that it may use; by default 400")
            .in(Upgrade.BUDGET),
        new Option("page-size", "N", "what is done again after a kill; by default 500")
            .in(Upgrade.PAGE));
  }

  @Override
  public int run(Arguments arguments, Screen screen) throws IOException, InterruptedException {
    arguments.needs("endpoint", "key", "database");
    BlogSettings.needEndpoint(arguments);
    Optional<Endpoint> endpoint = Endpoint.of(arguments);
    MaintenanceReport report =
        endpoint.isPresent()
            ? on(endpoint.get(), arguments, screen)
            : demonstrate(arguments, screen);
    ShownRun.Result result =
        new ShownRun.Result(List.of(ShownRun.RunResult.of(report)), report.isClean());
    screen.line("written to " + Results.write("rebuild", result));
    return result.clean() ? 0 : Example.FAILED;
  }

  private static MaintenanceReport on(Endpoint endpoint, Arguments arguments, Screen screen)
      throws IOException, InterruptedException {
    String database = Endpoint.databaseName(arguments);
    try (BlogDatabase blog = endpoint.connectToExisting(database, "rebuild", settings(arguments))) {
      return rebuild(blog, arguments, arguments.number("ru-per-second"), screen);
    }
  }

  private static BlogDatabaseBuilder settings(Arguments arguments) {
    BlogDatabaseBuilder builder = names(arguments);
    return arguments.option("view").filter("archive"::equals).isPresent()
        ? builder.archive()
        : builder;
  }

  private static BlogDatabaseBuilder names(Arguments arguments) {
    String users = arguments.option("users").orElse(ContainerNames.DEFAULT.users());
    return BlogSettings.of(arguments)
        .containerNames(new ContainerNames(users, "posts", "feed", "leases"));
  }

  private static MaintenanceReport demonstrate(Arguments arguments, Screen screen)
      throws IOException, InterruptedException {
    try (LocalCosmos account = LocalCosmos.builder().physicalPartitions(2).start();
        BlogDatabase former = Endpoint.of(account).connect("blog", "write", names(arguments));
        BlogDatabase blog = Endpoint.of(account).connect("blog", "rebuild", settings(arguments))) {
      screen.line("account at " + account.endpoint());
      FormerBlog.writeWithLibrary(former);
      deleteShortPosts(former);
      int budget = arguments.number("ru-per-second", Upgrade.UNHURRIED);
      return rebuild(blog, arguments, budget, screen);
    }
  }

  private static void deleteShortPosts(BlogDatabase blog) {
    CosmosContainer users =
        blog.unwrap(CosmosDatabase.class).getContainer(blog.containerNames().users());
    users
        .queryItems(
            "SELECT * FROM c WHERE c.type = 'post'",
            new CosmosQueryRequestOptions(),
            JsonNode.class)
        .stream()
        .toList()
        .forEach(
            copy ->
                users.deleteItem(
                    copy.path("id").asText(),
                    new PartitionKey(copy.path("userId").asText()),
                    new CosmosItemRequestOptions()));
  }

  private static MaintenanceReport rebuild(
      BlogDatabase blog, Arguments arguments, int budget, Screen screen)
      throws InterruptedException {
    if (blog.hasArchive()) {
      // The blog may have had none.
      blog.provision();
    }
    ShownRun shown = new ShownRun(screen);
    ViewRebuildBuilder builder =
        ViewRebuild.builder(blog)
            .requestUnitsPerSecond(budget)
            .pageSize(arguments.number("page-size"))
            .listener(shown);
    arguments
        .option("view")
        // The article calls the front page the feed.
        .map(view -> view.equals("feed") ? "front-page" : view)
        .ifPresent(view -> builder.views(Set.of(LibraryView.valueOf(constant(view)))));
    arguments
        .option("source")
        .ifPresent(source -> builder.source(RebuildSource.valueOf(constant(source))));
    MaintenanceReport report = builder.build().rebuild();
    shown.print("rebuild", report);
    return report;
  }

  private static String constant(String word) {
    return word.toUpperCase(Locale.ROOT).replace('-', '_');
  }
}
