package dev.cosmosblog.cli;

import dev.cosmosblog.maintenance.BlogUpgrade;
import dev.cosmosblog.maintenance.BlogUpgradeBuilder;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.store.BlogDatabase;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Converts a database of the article, or of another program, to this library's schema. */
@Command(
    name = "upgrade",
    description = {
      "Converts a database of the article's V1, V2 or V3, or of another program.",
      "It works beside live traffic. A run that was stopped is resumed."
    })
final class UpgradeCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private BlogOptions blog = new BlogOptions();
  @Mixin private SettingsOptions settings = new SettingsOptions();
  @Mixin private RunOptions run = new RunOptions();

  @Option(
      names = "--former-users",
      paramLabel = "NAME",
      description = {
        "a container with the partition key /id that has the users so far. Name the new one by",
        "--containers users=NAME"
      })
  private @Nullable String formerUsers;

  @Option(
      names = "--date-property",
      paramLabel = "NAME",
      description = "the property that has an item's date (default: creationDate)")
  private @Nullable String dateProperty;

  @Option(
      names = "--dry-run",
      arity = "0..1",
      fallbackValue = "true",
      paramLabel = "true|false",
      description = "report what would be written, and write nothing")
  private boolean dryRun;

  UpgradeCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    RunOutput output = new RunOutput(terminal, run, false);
    try (BlogDatabase database = blog.open("blog-cli upgrade", settings)) {
      BlogUpgradeBuilder builder = run.applyTo(BlogUpgrade.builder(database), output);
      if (formerUsers != null) {
        builder.formerUsers(formerUsers);
      }
      if (dateProperty != null) {
        builder.dateProperty(dateProperty);
      }
      BlogUpgrade upgrade = builder.build();
      blog.checkExists(database);
      MaintenanceReport report = dryRun ? upgrade.dryRun() : upgrade.upgrade();
      return output.print(report, "repaired", report.repaired());
    }
  }
}
