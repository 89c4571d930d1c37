package dev.cosmosblog.maintenance.verify;

import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.store.BlogStore;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares a blog's counts, copies and names with their sources, and mends what has drifted: after
 * an operator's script, a bug, or a restored backup.
 *
 * <p>It goes through the containers of posts and users page by page, in bounded memory, and then
 * through the feed. A clean page of n items takes one query in one physical partition and at most
 * three requests that look up many items at once in each physical partition that has them; a
 * comment or like is read once, a post twice, with its copy. On top of that come, for what looks
 * wrong, two looks of two to four requests each and, in a page that has such, the settle time. The
 * feed takes a query over all physical partitions.
 *
 * <p>It is made to run beside live traffic and the change feed: nothing is reported that they were
 * about to set right, and nothing is written but under the ETag of what was seen. Reads and writes
 * must be within one session, as those of one client are, at session consistency or stronger.
 *
 * <p>All methods block. A verifier may be used again, and by many threads, each run for itself.
 */
public final class BlogVerifier {
  private static final Logger LOG = LoggerFactory.getLogger(BlogVerifier.class);

  private final BlogStore store;
  private final VerifySettings settings;

  BlogVerifier(BlogStore store, VerifySettings settings) {
    this.store = store;
    this.settings = settings;
  }

  /**
   * Starts to build a verifier.
   *
   * @return a builder; it needs a store
   */
  public static BlogVerifierBuilder builder() {
    return new BlogVerifierBuilder();
  }

  /**
   * Looks at everything and writes nothing.
   *
   * @return what is wrong
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB failed; go on with the last resume
   *     token
   * @throws InterruptedException if the thread was interrupted; go on with the last resume token
   */
  public VerifyReport verify() throws InterruptedException {
    return finished(started(false, Optional.empty())).report();
  }

  /**
   * Goes on with a run of {@link #verify()}.
   *
   * @param resumeToken of {@link VerifyProgress}
   * @return what is wrong, from that run's beginning
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB failed; go on with the last resume
   *     token
   * @throws IllegalArgumentException if it is no such token
   * @throws InterruptedException if the thread was interrupted; go on with the last resume token
   */
  public VerifyReport verify(String resumeToken) throws InterruptedException {
    return finished(started(false, Optional.of(resumeToken))).report();
  }

  /**
   * Says what a repair would mend: {@link #verify()}, told as a repair.
   *
   * @return what would be mended, and what not
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB failed
   * @throws InterruptedException if the thread was interrupted
   */
  public RepairReport dryRun() throws InterruptedException {
    VerifyReport report = verify();
    return new RepairReport(report, true, report.mendable());
  }

  /**
   * Looks at everything and mends what is wrong, a page at a time: for each finding another look
   * and one write under an ETag, again where another writer came between. A post whose counts, name
   * or likes were mended takes its copies with it; so does the change feed, if it runs.
   *
   * <p>Repeating it is safe, and so is running several.
   *
   * @return what was wrong and what was mended
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB failed; what was mended is, and the
   *     last resume token goes on
   * @throws InterruptedException if the thread was interrupted; what was mended is, and the last
   *     resume token goes on
   */
  public RepairReport repair() throws InterruptedException {
    return repaired(started(true, Optional.empty()));
  }

  /**
   * Goes on with a run of {@link #repair()}.
   *
   * @param resumeToken of {@link VerifyProgress}
   * @return what was wrong and what was mended, from that run's beginning
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB failed; what was mended is, and the
   *     last resume token goes on
   * @throws IllegalArgumentException if it is no such token
   * @throws InterruptedException if the thread was interrupted; what was mended is, and the last
   *     resume token goes on
   */
  public RepairReport repair(String resumeToken) throws InterruptedException {
    return repaired(started(true, Optional.of(resumeToken)));
  }

  private RepairReport repaired(VerifyRun run) throws InterruptedException {
    VerifyReport report = finished(run).report();
    return new RepairReport(report, false, run.mended());
  }

  /** A run to be stepped by hand. */
  VerifyRun run(boolean repair, Optional<String> token) {
    return new VerifyRun(store, settings, repair, token);
  }

  private VerifyRun started(boolean repair, Optional<String> token) throws InterruptedException {
    try {
      return run(repair, token);
    } catch (BlogException e) {
      throw unlessInterrupted(e);
    }
  }

  /** The SDK fails when it is called on an interrupted thread. */
  private static BlogException unlessInterrupted(BlogException failure)
      throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("Stopped while waiting for Cosmos DB");
    }
    return failure;
  }

  private static VerifyRun finished(VerifyRun run) throws InterruptedException {
    try {
      boolean more = true;
      while (more) {
        more = run.step();
        if (Thread.interrupted()) {
          throw new InterruptedException("Stopped between two pages");
        }
      }
    } catch (BlogException e) {
      throw unlessInterrupted(e);
    }
    VerifyReport report = run.report();
    LOG.info(
        "Went through {} items for {} RU: found {}, mended {}, unsettled {}",
        report.scanned(),
        Math.round(report.requestUnits()),
        report.found(),
        run.mended(),
        report.unsettled());
    return run;
  }
}
