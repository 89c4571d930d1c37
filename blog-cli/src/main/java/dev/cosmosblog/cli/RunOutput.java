package dev.cosmosblog.cli;

import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenanceListener;
import dev.cosmosblog.maintenance.report.MaintenanceProgress;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.store.SchemaChange;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Shows a run's progress, its findings and its report. */
final class RunOutput implements MaintenanceListener {
  private final Terminal terminal;
  private final RunOptions options;
  private final boolean allFindings;

  /**
   * Creates the output of a run.
   *
   * @param allFindings whether findings that the run itself repairs are listed
   */
  RunOutput(Terminal terminal, RunOptions options, boolean allFindings) {
    this.terminal = terminal;
    this.options = options;
    this.allFindings = allFindings;
  }

  @Override
  public void onSchema(SchemaChange change) {
    if (!options.json()) {
      terminal.print(
          "container %s: %s"
              .formatted(
                  change.container(),
                  change.missing() ? "missing" : "has another indexing policy"));
    }
  }

  @Override
  public void onIndexing(int percent) {
    if (options.progress()) {
      terminal.progress("Cosmos DB is rebuilding indexes: %d %%".formatted(percent));
    }
  }

  @Override
  public void onFinding(Finding finding) {
    if (!options.json() && (allFindings || !finding.repairable())) {
      terminal.print(
          "%s in %s: found %s, expected %s"
              .formatted(finding.kind(), finding.item(), finding.found(), finding.expected()));
    }
  }

  @Override
  public void onPage(MaintenanceProgress progress) {
    if (options.progress()) {
      long read = progress.items().read();
      long total = Math.max(progress.items().total(), read);
      terminal.progress(
          format(
              "%s: %,d of %,d items (%d %%), %,.0f RU%s",
              progress.phase(),
              read,
              total,
              total == 0 ? 100 : 100 * read / total,
              progress.soFar().requestUnits(),
              progress
                  .timeLeft()
                  .map(left -> format(", %,d s left", left.toSeconds()))
                  .orElse("")));
    }
  }

  /** The report as JSON. */
  record JsonReport(
      boolean clean,
      boolean dryRun,
      List<SchemaChange> containers,
      long itemsRead,
      double requestUnits,
      Map<ChangeKind, Long> changes,
      Map<FindingKind, Long> found,
      Map<FindingKind, Long> repairable,
      Map<FindingKind, Long> repaired,
      long remaining,
      long unsettled,
      List<Finding> findings) {
    static JsonReport of(MaintenanceReport report) {
      return new JsonReport(
          report.isClean(),
          report.dryRun(),
          report.schema(),
          report.scanned(),
          report.requestUnits(),
          report.changes(),
          report.found(),
          report.repairable(),
          report.repaired(),
          report.remaining(),
          report.unsettled(),
          report.findings());
    }
  }

  /** Prints the report and returns the exit code. */
  int print(MaintenanceReport report, String repairs, Map<FindingKind, Long> repaired) {
    if (options.json()) {
      terminal.printJson(JsonReport.of(report));
    } else {
      printText(report, repairs, repaired);
    }
    terminal.eraseProgress();
    return report.isClean() ? BlogCli.OK : BlogCli.DIFFERENCES;
  }

  private void printText(
      MaintenanceReport report, String repairs, Map<FindingKind, Long> repaired) {
    for (ChangeKind kind : ChangeKind.values()) {
      if (report.changes().containsKey(kind)) {
        terminal.print(
            format(
                "%-22s %,9d %s: %s",
                kind,
                report.changes().get(kind),
                report.dryRun() ? "would be written" : "written",
                meaning(kind)));
      }
    }
    if (!report.findings().isEmpty()) {
      terminal.print("");
    }
    for (FindingKind kind : FindingKind.values()) {
      if (report.found().containsKey(kind)) {
        terminal.print(
            format(
                "%-22s %,9d found, %,d %s: %s",
                kind,
                report.found().get(kind),
                repaired.getOrDefault(kind, 0L),
                repairs,
                meaning(kind)));
      }
    }
    terminal.print(format("%,d items read for %,.0f RU", report.scanned(), report.requestUnits()));
    terminal.print(conclusion(report));
  }

  private static String meaning(ChangeKind kind) {
    return switch (kind) {
      case USER_COPIED -> "users copied from the former container";
      case NAME_RESERVED -> "usernames reserved";
      case TYPE_SET -> "types of items";
      case DATE_SET -> "dates of items";
      case NAME_SET -> "authors' names";
      case COUNTS_SET -> "counts of posts";
      case LIKE_ID_SET -> "ids of likes, which prevent second likes";
      case DUPLICATE_LIKE_REMOVED -> "second likes deleted";
      case SUMMARY_WRITTEN -> "summaries of posts";
      case SUMMARY_REMOVED -> "summaries of deleted posts removed";
      case ENTRY_WRITTEN -> "entries of listings";
      case FRONT_PAGE_WRITTEN -> "front page";
      case OLD_FEED_ITEM_REMOVED -> "items of the former front page deleted";
    };
  }

  private static String meaning(FindingKind kind) {
    return switch (kind) {
      case WRONG_COUNT -> "a post's counts differ from its items";
      case STALE_NAME -> "an item has a former username";
      case MISSING_AUTHOR -> "the author doesn't exist";
      case UNGUARDED_LIKE -> "the user could like the post again";
      case DUPLICATE_LIKE -> "a user's second like of a post";
      case LEFTOVER -> "an item of a deleted post or removed user";
      case ORPHAN -> "a comment or like without a post";
      case OVERDUE_POST -> "a scheduled post wasn't published";
      case UNREADABLE_DATE -> "a date isn't in ISO 8601 format";
      case UNRESERVED_SLUG -> "a slug isn't reserved";
      case TAKEN_SLUG -> "two posts have the slug: change one";
      case WRONG_FRONT_PAGE -> "the front page isn't current";
      case MISSING_ENTRY -> "a listing lacks a post";
      case STALE_ENTRY -> "an entry of a listing isn't current";
      case WRONG_TAG -> "a tag's number of posts is wrong";
      case SURPLUS_ENTRY -> "a listing has an entry without a post";
      case MISSING_SUMMARY -> "a post has no summary";
      case STALE_SUMMARY -> "a summary isn't current";
      case SURPLUS_SUMMARY -> "a summary without its post";
      case UNRESERVED_NAME -> "a username isn't reserved";
      case TAKEN_NAME -> "two users have the name: rename one";
      case UNUSED_RESERVATION -> "a reservation without its owner";
      case UNFINISHED_ERASURE -> "an erased user's name is stored";
      case UNREADABLE_ITEM -> "the item can't be read";
      case NOT_UPGRADED -> "the item couldn't be converted";
    };
  }

  private static String conclusion(MaintenanceReport report) {
    if (report.isClean()) {
      return report.found().isEmpty() ? "No differences." : "All differences are repaired.";
    }
    StringBuilder text = new StringBuilder();
    text.append(report.remaining() == 0 ? "No" : format("%,d", report.remaining()));
    text.append(" differences remain.");
    if (report.unsettled() > 0) {
      text.append(
          format(
              " Items that changed during each check: %,d; the next run checks them again.",
              report.unsettled()));
    }
    if (report.dryRun() && !report.changes().isEmpty()) {
      text.append(" Nothing was written, because this was a dry run.");
    }
    return text.toString();
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
