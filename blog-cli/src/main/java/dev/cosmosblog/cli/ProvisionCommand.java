package dev.cosmosblog.cli;

import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.ThroughputProperties;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogSchema;
import dev.cosmosblog.store.SchemaChange;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Creates or changes a blog's database and containers. */
@Command(
    name = "provision",
    description = {
      "Creates the missing database and containers, and updates indexing policies.",
      "Also stores the settings that the blog's hosts share.",
      "It needs the account's key: with Microsoft Entra ID, Cosmos DB doesn't let clients create",
      "containers; use deploy/blog.bicep there."
    })
final class ProvisionCommand implements Callable<Integer> {
  private static final int COMPLETE = 100;

  private final Terminal terminal;

  @Mixin private BlogOptions blog = new BlogOptions();
  @Mixin private SettingsOptions settings = new SettingsOptions();

  @Option(
      names = "--throughput",
      paramLabel = "RU/s",
      description = "a new database's manual throughput, which its containers share")
  private @Nullable Integer throughput;

  @Option(
      names = "--autoscale",
      paramLabel = "RU/s",
      description = "a new database's maximum autoscale throughput, which its containers share")
  private @Nullable Integer autoscale;

  @Option(
      names = "--scripts",
      arity = "0..1",
      fallbackValue = "true",
      paramLabel = "true|false",
      description = "register the stored procedures, for applications with WritePath.SCRIPTS")
  private boolean scripts;

  @Option(
      names = "--dry-run",
      arity = "0..1",
      fallbackValue = "true",
      paramLabel = "true|false",
      description = "report what would be created or changed, and write nothing")
  private boolean dryRun;

  @Option(
      names = "--json",
      arity = "0..1",
      fallbackValue = "true",
      paramLabel = "true|false",
      description = "print the result as one JSON document")
  private boolean json;

  @Option(
      names = "--accept-expiry",
      description = "enable the time to live even if items of other programs then expire")
  private boolean acceptExpiry;

  @Option(
      names = "--change-settings",
      description = {
        "replace stored settings that differ. Stop all change feeds before, and repair the",
        "copies afterwards"
      })
  private boolean changeSettings;

  /** The result of a run, or of a dry run. */
  record Provisioned(
      boolean dryRun,
      boolean newDatabase,
      List<SchemaChange> containers,
      Map<String, List<String>> surplusIndexes,
      int indexPercent) {}

  ProvisionCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (throughput != null && autoscale != null) {
      throw new InvalidOptionException("--throughput and --autoscale exclude each other");
    }
    try (BlogDatabase database = blog.open("blog-cli provision", settings)) {
      BlogSchema schema = database.schema();
      boolean newDatabase = isMissing(database);
      List<SchemaChange> changes = schema.changes();
      if (!dryRun) {
        withOptions(schema).provision();
      }
      int index = dryRun ? COMPLETE : schema.indexProgress();
      print(
          database.name(),
          new Provisioned(dryRun, newDatabase, changes, schema.surplusIndexes(), index));
      return BlogCli.OK;
    }
  }

  private static boolean isMissing(BlogDatabase database) {
    try {
      database.unwrap(CosmosDatabase.class).read();
      return false;
    } catch (CosmosException e) {
      if (e.getStatusCode() == HttpURLConnection.HTTP_NOT_FOUND) {
        return true;
      }
      throw new FailedCommandException(
          "Cosmos DB refused to read database '%s' (status %d)"
              .formatted(database.name(), e.getStatusCode()),
          e);
    }
  }

  private BlogSchema withOptions(BlogSchema schema) {
    BlogSchema chosen = scripts ? schema.withScripts() : schema;
    chosen = acceptExpiry ? chosen.acceptExpiry() : chosen;
    chosen = changeSettings ? chosen.changeSettings() : chosen;
    if (throughput != null) {
      return chosen.withThroughput(ThroughputProperties.createManualThroughput(throughput));
    }
    return autoscale == null
        ? chosen
        : chosen.withThroughput(ThroughputProperties.createAutoscaledThroughput(autoscale));
  }

  private void print(String name, Provisioned done) {
    if (json) {
      terminal.printJson(done);
      return;
    }
    String tense = dryRun ? "would be " : "";
    if (done.newDatabase()) {
      terminal.print("database %s: %screated".formatted(name, tense));
    }
    for (SchemaChange change : done.containers()) {
      terminal.print(
          "container %s: %s"
              .formatted(
                  change.container(),
                  tense
                      + (change.missing()
                          ? "created"
                          : "given missing index paths or a time to live")));
    }
    done.surplusIndexes()
        .forEach(
            (container, paths) ->
                terminal.print(
                    "container %s: the index of %s isn't needed and makes writes cost more"
                        .formatted(container, String.join(" and ", paths))));
    if (!done.newDatabase() && done.containers().isEmpty()) {
      terminal.print("Nothing is missing in database %s.".formatted(name));
    }
    if (done.indexPercent() < COMPLETE) {
      terminal.print(
          "Cosmos DB is rebuilding indexes (%d %%); until it has, some queries fail."
              .formatted(done.indexPercent()));
    }
  }
}
