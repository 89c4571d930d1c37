package dev.cosmosblog.maintenance;

import dev.cosmosblog.maintenance.internal.BlogAccess;
import dev.cosmosblog.maintenance.internal.CheckpointStore;
import dev.cosmosblog.maintenance.internal.MaintenanceRun;
import dev.cosmosblog.maintenance.internal.RunStep;
import dev.cosmosblog.maintenance.internal.VerifySteps;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.config.ContainerNames;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares a blog's counts, copies and names with their sources, and repairs them. Use it after a
 * bug, a manual change, or the restore of a backup.
 *
 * <p>A run reads the posts and users containers page by page, in bounded memory, then the listings
 * if the blog has one, and the front page. A page without errors costs one query in one physical
 * partition and at most three lookups; a lookup sends one request to each physical partition that
 * has some of the items. Each suspect costs two checks of two to four requests, and a page with
 * suspects waits for the settle time. The front page costs one query over all physical partitions.
 *
 * <p>A run doesn't report differences that live traffic and the change feed are about to correct.
 * Each repair is a conditional write with the ETag that was read. A verifier is thread-safe and
 * reusable. A run can be resumed with its last token.
 */
public final class BlogVerifier {
  private final BlogAccess.Settings settings;
  private final VerifySteps.Settings verification;

  BlogVerifier(BlogAccess.Settings settings, VerifySteps.Settings verification) {
    this.settings = settings;
    this.verification = verification;
  }

  /**
   * {@return a builder with defaults}
   *
   * @param database the blog's database
   */
  public static BlogVerifierBuilder builder(BlogDatabase database) {
    return new BlogVerifierBuilder(database);
  }

  /**
   * {@return the findings of a run that verifies the blog without writing anything}
   *
   * @throws dev.cosmosblog.store.error.SettingsMismatchException if the blog has other settings
   * @throws InterruptedException if the thread is interrupted; the run can be resumed
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB fails or rejects a request, even
   *     after retries; the run can be resumed
   */
  public MaintenanceReport verify() throws InterruptedException {
    return run(false, null).finish();
  }

  /**
   * {@return the findings of a resumed run of {@link #verify()}, since its start}
   *
   * @param resumeToken the last token of the run
   * @throws IllegalArgumentException if it is not a token of such a run; nothing was sent
   * @throws dev.cosmosblog.store.error.SettingsMismatchException if the blog has other settings
   * @throws InterruptedException if the thread is interrupted; the run can be resumed
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB fails or rejects a request, even
   *     after retries; the run can be resumed
   */
  public MaintenanceReport verify(String resumeToken) throws InterruptedException {
    return run(false, Objects.requireNonNull(resumeToken, "resumeToken")).finish();
  }

  /**
   * Verifies the blog and repairs the errors, page by page.
   *
   * <p>Each repair checks the error again and makes one conditional write, which is repeated after
   * a conflict with another writer. A repair that writes a post also updates its copies, in case no
   * change feed is running.
   *
   * @return the findings and the repairs
   * @throws dev.cosmosblog.store.error.SettingsMismatchException if the blog has other settings
   * @throws InterruptedException if the thread is interrupted; the run can be resumed
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB fails or rejects a request, even
   *     after retries; the run can be resumed
   */
  public MaintenanceReport repair() throws InterruptedException {
    return run(true, null).finish();
  }

  /**
   * {@return the findings and repairs of a resumed run of {@link #repair()}, since its start}
   *
   * @param resumeToken the last token of the run
   * @throws IllegalArgumentException if it is not a token of such a run; nothing was sent
   * @throws dev.cosmosblog.store.error.SettingsMismatchException if the blog has other settings
   * @throws InterruptedException if the thread is interrupted; the run can be resumed
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB fails or rejects a request, even
   *     after retries; the run can be resumed
   */
  public MaintenanceReport repair(String resumeToken) throws InterruptedException {
    return run(true, Objects.requireNonNull(resumeToken, "resumeToken")).finish();
  }

  /** Opens a run; sends nothing. */
  MaintenanceRun run(boolean repair, @Nullable String resumeToken) {
    BlogAccess blog = new BlogAccess(settings, !repair, Set.of());
    List<RunStep> steps = VerifySteps.of(blog, verification);
    CheckpointStore checkpoints =
        CheckpointStore.token(repair ? "repair" : "verify", decisive(), resumeToken);
    return new MaintenanceRun(blog, steps, checkpoints, List.of());
  }

  /** The blog, and what its pages are checked for; a token of others is refused. */
  private Map<String, String> decisive() {
    BlogDatabase database = settings.database();
    ContainerNames names = database.containerNames();
    return Map.of(
        "blog",
        Stream.of(database.name(), names.users(), names.posts(), names.feed(), names.listings())
            .map(String::valueOf)
            .collect(Collectors.joining("/")),
        "kinds",
        verification.kinds().stream().map(Enum::name).sorted().collect(Collectors.joining(" ")),
        "keepOrphans",
        String.valueOf(verification.onlyReported().contains(FindingKind.ORPHAN)),
        "uniqueUsernames",
        String.valueOf(database.uniqueUsernames()));
  }
}
