package dev.cosmosblog.maintenance;

import dev.cosmosblog.maintenance.internal.BlogAccess;
import dev.cosmosblog.maintenance.internal.CheckpointStore;
import dev.cosmosblog.maintenance.internal.MaintenanceRun;
import dev.cosmosblog.maintenance.internal.RunSettings;
import dev.cosmosblog.maintenance.internal.RunStep;
import dev.cosmosblog.maintenance.internal.VerifySteps;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.store.BlogDatabase;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Compares a blog's counts, copies and names with their sources, and repairs them: after an
 * operator's script, a bug, or a restored backup.
 *
 * <p>A run reads the containers of posts and users page by page, in bounded memory, and then the
 * front page. A page without errors takes one query in one physical partition and at most three
 * lookups, each of many items at once in every physical partition that has them. Each suspect takes
 * two checks of two to four requests, and a page with suspects takes the settle time. The front
 * page takes one query over all physical partitions.
 *
 * <p>A run is safe beside live traffic and the change feed. It does not report what they are about
 * to correct, and each repair is a write on condition of the ETag that was read. All reads and
 * writes must be in one session, as those of one client are, at session consistency or stronger.
 *
 * <p>All methods block. A verifier can be used repeatedly and by many threads; each call is a run
 * of its own. A run that is interrupted, or that ends with a {@link
 * dev.cosmosblog.store.error.StoreException} because Cosmos DB failed, can be resumed with its last
 * token.
 */
public final class BlogVerifier {
  private final BlogDatabase database;
  private final RunSettings settings;
  private final VerifySteps.Settings verification;

  BlogVerifier(BlogDatabase database, RunSettings settings, VerifySteps.Settings verification) {
    this.database = database;
    this.settings = settings;
    this.verification = verification;
  }

  /**
   * Starts to build a verifier.
   *
   * @param database the blog's database
   * @return a builder with defaults
   */
  public static BlogVerifierBuilder builder(BlogDatabase database) {
    return new BlogVerifierBuilder(database);
  }

  /**
   * Verifies everything and writes nothing. {@link MaintenanceReport#repairable()} tells what a
   * repair would correct.
   *
   * @return the findings
   * @throws InterruptedException if the thread was interrupted
   */
  public MaintenanceReport verify() throws InterruptedException {
    return run(false, null).finish();
  }

  /**
   * Resumes a run of {@link #verify()}.
   *
   * @param resumeToken the last token of the run
   * @return the findings since the start of that run
   * @throws IllegalArgumentException if it is not a token of such a run; nothing was sent
   * @throws InterruptedException if the thread was interrupted
   */
  public MaintenanceReport verify(String resumeToken) throws InterruptedException {
    return run(false, Objects.requireNonNull(resumeToken, "resumeToken")).finish();
  }

  /**
   * Verifies everything and repairs what is wrong, page by page. Each repair checks again and makes
   * one conditional write, repeatedly if another writer interferes. A repair that writes a post
   * also writes its copies, as the change feed does if it runs. Repeating a repair is safe, and so
   * is running several at once.
   *
   * @return the findings and the repairs
   * @throws InterruptedException if the thread was interrupted
   */
  public MaintenanceReport repair() throws InterruptedException {
    return run(true, null).finish();
  }

  /**
   * Resumes a run of {@link #repair()}.
   *
   * @param resumeToken the last token of the run
   * @return the findings and the repairs since the start of that run
   * @throws IllegalArgumentException if it is not a token of such a run; nothing was sent
   * @throws InterruptedException if the thread was interrupted
   */
  public MaintenanceReport repair(String resumeToken) throws InterruptedException {
    return run(true, Objects.requireNonNull(resumeToken, "resumeToken")).finish();
  }

  /** Opens a run; sends nothing. */
  MaintenanceRun run(boolean repair, @Nullable String resumeToken) {
    BlogAccess blog = BlogAccess.of(database, settings, !repair, Set.of());
    List<RunStep> steps = VerifySteps.of(blog, verification);
    String phases =
        steps.stream().map(step -> step.phase().name()).collect(Collectors.joining(" "));
    CheckpointStore checkpoints =
        CheckpointStore.token(repair ? "repair" : "verify", Map.of("phases", phases), resumeToken);
    return new MaintenanceRun(blog, steps, checkpoints, List.of());
  }
}
