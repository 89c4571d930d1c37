package dev.cosmosblog.maintenance.upgrade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.Fault;
import dev.cosmosblog.local.FaultPlan;
import dev.cosmosblog.local.FaultRule;
import dev.cosmosblog.local.request.RequestKind;
import dev.cosmosblog.maintenance.verify.FindingKind;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.BlogSchema;
import dev.cosmosblog.store.BlogStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** How a run goes on from the place that is kept, and what it tells then. */
class ResumedRunContractTest {
  private static final int LIKES = 15;

  /** As when the process is gone: nobody handles it. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  private static RunListener onPage(Consumer<RunProgress> action) {
    return new RunListener() {
      @Override
      public void onPage(RunProgress progress) {
        action.accept(progress);
      }
    };
  }

  private static RunListener stoppingIn(RunPhase phase) {
    return onPage(
        progress -> {
          if (progress.phase() == phase) {
            Thread.currentThread().interrupt();
          }
        });
  }

  @Test
  void anUpgradeWithOtherSettingsBeginsAnew() throws InterruptedException {
    ForeignBlog blog = FirstVersion.blog();
    BlogUpgrade withoutUsers =
        BlogUpgrade.builder()
            .store(blog.store())
            .database(blog.database)
            .names(blog.names)
            .requestUnitsPerSecond(1e9)
            .listener(stoppingIn(RunPhase.POSTS))
            .build();
    assertThatThrownBy(withoutUsers::upgrade).isInstanceOf(InterruptedException.class);
    assertThat(blog.items("leases", "runPlace")).isNotEmpty();

    RunReport report = blog.upgrade().build().upgrade();

    assertThat(report.changes()).containsEntry(RunChange.USER_BROUGHT, (long) FirstVersion.USERS);
    assertThat(report.isClean()).isTrue();
    assertThat(blog.items("leases", "runPlace")).as("places that are kept").isEmpty();
  }

  @Test
  void anUpgradeBeginsAnewIfItIsToldTo() throws InterruptedException {
    ForeignBlog blog = FirstVersion.blog();
    BlogUpgrade stopped = blog.upgrade().listener(stoppingIn(RunPhase.POSTS)).build();
    assertThatThrownBy(stopped::upgrade).isInstanceOf(InterruptedException.class);

    List<RunProgress> told = new ArrayList<>();
    RunReport report = blog.upgrade().restart().listener(onPage(told::add)).build().upgrade();

    assertThat(told.get(0).phase()).isEqualTo(RunPhase.FORMER_USERS);
    assertThat(report.changes()).doesNotContainKey(RunChange.USER_BROUGHT);
    assertThat(report.isClean()).isTrue();
  }

  @Test
  void aTokenOfAnotherVersionBeginsItsPhaseAnew() throws InterruptedException {
    ForeignBlog blog = FirstVersion.blog();
    BlogUpgradeBuilder upgrade = blog.upgrade().pageSize(5);
    BlogUpgrade stopped = upgrade.listener(stoppingIn(RunPhase.CHECK)).build();
    assertThatThrownBy(stopped::upgrade).isInstanceOf(InterruptedException.class);
    ObjectNode place = (ObjectNode) blog.items("leases", "runPlace").get(0);
    ((ObjectNode) place.path("place")).put("after", "5 00000000{}");
    blog.database.getContainer("leases").upsertItem(place);
    List<RunProgress> told = new ArrayList<>();

    RunReport report = blog.upgrade().pageSize(5).listener(onPage(told::add)).build().upgrade();

    assertThat(report.left()).isZero();
    assertThat(report.changes())
        .as("what was done in the phases before")
        .containsEntry(RunChange.USER_BROUGHT, (long) FirstVersion.USERS);
    assertThat(told.get(0).phase()).isEqualTo(RunPhase.CHECK);
    assertThat(told.get(0).done()).as("read in the phase that began anew").isLessThan(10);
    assertThat(blog.verified().isClean()).isTrue();
  }

  @TestFactory
  Stream<DynamicTest> aSecondLikeThatWentIsToldWhateverDied() {
    return Stream.of(5, 500)
        .map(
            pageSize ->
                DynamicTest.dynamicTest(
                    pageSize + " items a page", () -> killedAtTheSecondLike(pageSize)));
  }

  /** With small pages the two likes are on two of them, and the check finds the second one. */
  private static void killedAtTheSecondLike(int pageSize) throws InterruptedException {
    ForeignBlog blog = FirstVersion.blog();
    AtomicBoolean killed = new AtomicBoolean();
    BlogStore mortal =
        blog.storeBuilder()
            .listener(
                operation -> {
                  if (operation.operation() == BlogOperation.MEND
                      && !killed.get()
                      && blog.items("posts", "like").size() < LIKES) {
                    killed.set(true);
                    throw new Killed();
                  }
                })
            .build();
    assertThatThrownBy(() -> blog.upgrade(mortal).pageSize(pageSize).build().upgrade())
        .isInstanceOf(Killed.class);

    RunReport report = blog.upgrade().pageSize(pageSize).build().upgrade();

    assertThat(
            report.changes().getOrDefault(RunChange.LIKE_DROPPED, 0L)
                + report.mended().getOrDefault(FindingKind.DUPLICATE_LIKE, 0L))
        .as("second likes that went, in " + report)
        .isEqualTo(1);
    assertThat(report.left()).isZero();
    assertThat(blog.items("posts", "like")).hasSize(LIKES - 1);
  }

  @Test
  void aLostAnswerAtThePlaceEndsNothing() throws InterruptedException {
    ForeignBlog blog = FirstVersion.blog();
    new BlogSchema(blog.names).provision(blog.database);
    FaultRule lost = FaultRule.on(RequestKind.UPSERT_ITEM).nth(2).then(Fault.cutAfter());
    FaultRule refused = FaultRule.on(RequestKind.UPSERT_ITEM).nth(3).then(Fault.status(503));
    ForeignBlog.ACCOUNT.faults(FaultPlan.builder().rule(lost).rule(refused).build());
    try {
      assertThat(blog.upgrade().build().upgrade().isClean()).isTrue();
    } finally {
      ForeignBlog.ACCOUNT.clearFaults();
    }
  }

  @Test
  void noneOfTheBlogsContainersHasFormerUsers() {
    ForeignBlog blog = FirstVersion.blog();
    for (String container : List.of("members", "posts", "feed", "leases")) {
      BlogUpgradeBuilder upgrade = blog.upgrade().formerUsers(container);
      assertThatThrownBy(upgrade::build)
          .as(container)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(container);
    }
  }

  @Test
  void theCheckTellsWhatItFindsWhileItRuns() throws InterruptedException {
    ForeignBlog blog = FirstVersion.blog();
    blog.create(
        "posts",
        "{'id':'c1','type':'comment','postId':'none','userId':'u1','content':'Hm','creationDate':'2026-03-01T00:00:00Z'}");
    List<RunProgress> told = new ArrayList<>();
    RunReport report = blog.upgrade().pageSize(5).listener(onPage(told::add)).build().upgrade();
    assertThat(report.found()).containsEntry(FindingKind.ORPHAN, 1L);
    long found = Counts.sum(report.found());
    List<Long> inCheck =
        told.stream()
            .filter(progress -> progress.phase() == RunPhase.CHECK)
            .map(RunProgress::found)
            .toList();
    assertThat(inCheck).isSorted().endsWith(found, found);
    assertThat(told.get(told.size() - 1).found()).isEqualTo(found);
  }

  @Test
  void theFeedAloneIsOneThingToRead() throws InterruptedException {
    ForeignBlog blog = FirstVersion.blog();
    blog.upgrade().build().upgrade();
    List<RunProgress> told = new ArrayList<>();
    blog.rebuild(blog.store())
        .views(Set.of(BlogView.FEED))
        .listener(onPage(told::add))
        .build()
        .rebuild();
    assertThat(told).isNotEmpty().allSatisfy(progress -> assertThat(progress.total()).isEqualTo(1));
  }

  @Test
  void anItemWhosePartitionKeyIsNoTextIsFoundOnce() throws InterruptedException {
    ForeignBlog blog = FirstVersion.blog();
    blog.create("posts", "{'id':'odd','postId':7,'content':'Hm','userId':'u1'}");
    RunReport report = blog.upgrade().build().upgrade();
    assertThat(report.found()).containsEntry(FindingKind.UNREADABLE_ITEM, 1L);
  }
}
