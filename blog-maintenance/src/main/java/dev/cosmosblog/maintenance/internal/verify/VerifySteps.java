package dev.cosmosblog.maintenance.internal.verify;

import static dev.cosmosblog.maintenance.report.FindingKind.SURPLUS_COPY;
import static dev.cosmosblog.maintenance.report.FindingKind.TAKEN_NAME;
import static dev.cosmosblog.maintenance.report.FindingKind.UNREADABLE_ITEM;
import static dev.cosmosblog.maintenance.report.FindingKind.UNRESERVED_NAME;
import static dev.cosmosblog.maintenance.report.FindingKind.UNUSED_RESERVATION;
import static dev.cosmosblog.maintenance.report.FindingKind.WRONG_FRONT_PAGE;

import dev.cosmosblog.maintenance.internal.run.BlogAccess;
import dev.cosmosblog.maintenance.internal.run.ContainerPages;
import dev.cosmosblog.maintenance.internal.run.RunSettings;
import dev.cosmosblog.maintenance.internal.run.RunStep;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenancePhase;
import dev.cosmosblog.store.internal.item.BlogContainer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The steps that verify a blog and, unless the run is dry, repair it. */
public final class VerifySteps {
  private static final Set<FindingKind> OF_USERS =
      EnumSet.of(SURPLUS_COPY, TAKEN_NAME, UNREADABLE_ITEM, UNRESERVED_NAME, UNUSED_RESERVATION);
  private static final Set<FindingKind> OF_POSTS =
      EnumSet.complementOf(
          EnumSet.of(
              SURPLUS_COPY, TAKEN_NAME, UNRESERVED_NAME, UNUSED_RESERVATION, WRONG_FRONT_PAGE));

  private VerifySteps() {}

  /**
   * Returns the steps that can find one of the kinds in the settings.
   *
   * @param blog the blog
   * @param run the settings of the run
   * @param settings the settings of the verification
   * @return the steps, in order
   */
  public static List<RunStep> of(BlogAccess blog, RunSettings run, VerifySettings settings) {
    CopyChecks copies = new CopyChecks(blog);
    CheckRunner runner = new CheckRunner(blog, run.timer(), settings, copies);
    ContainerPages pages = new ContainerPages(blog.items(), run.pageSize());
    List<RunStep> steps = new ArrayList<>();
    if (!Collections.disjoint(OF_POSTS, settings.kinds())) {
      PostChecks checks = new PostChecks(blog, settings.removeOrphans());
      VerifyPosts posts = new VerifyPosts(blog, checks, copies);
      steps.add(
          RunStep.over(
              MaintenancePhase.VERIFY_POSTS,
              blog,
              BlogContainer.POSTS,
              (range, after, log) ->
                  pages.posts(
                      range,
                      after,
                      chunk -> {
                        log.scanned(chunk.items().size());
                        runner.run(posts.suspects(chunk), log);
                      })));
    }
    if (!Collections.disjoint(OF_USERS, settings.kinds())) {
      VerifyUsers users = new VerifyUsers(blog, new UserChecks(blog, run.timer().clock()), copies);
      steps.add(
          RunStep.over(
              MaintenancePhase.VERIFY_USERS,
              blog,
              BlogContainer.USERS,
              (range, after, log) ->
                  pages.users(
                      range,
                      after,
                      chunk -> {
                        log.scanned(chunk.items().size());
                        runner.run(users.suspects(chunk.items()), log);
                      })));
    }
    if (settings.kinds().contains(WRONG_FRONT_PAGE)) {
      steps.add(
          RunStep.single(
              MaintenancePhase.VERIFY_FRONT_PAGE,
              log -> runner.run(List.of(copies::frontPage), log)));
    }
    return steps;
  }
}
