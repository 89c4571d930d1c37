package dev.cosmosblog.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenanceListener;
import dev.cosmosblog.maintenance.report.MaintenancePhase;
import dev.cosmosblog.maintenance.report.MaintenanceProgress;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmoslocal.Fault;
import dev.cosmoslocal.FaultPlan;
import dev.cosmoslocal.FaultRule;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import dev.cosmoslocal.request.RequestKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs that continue from a stored position, and their reports. */
@Tag("slow")
class ResumedRunContractTest {
  @RegisterExtension static final LocalCosmosExtension COSMOS = TestBackend.extension();

  private static final TestBackend BACKEND = TestBackend.of(COSMOS);
  private static final int LIKES = 15;

  /** As when the process is gone: nobody handles it. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  private static MaintenanceListener onPage(Consumer<MaintenanceProgress> action) {
    return new MaintenanceListener() {
      @Override
      public void onPage(MaintenanceProgress progress) {
        action.accept(progress);
      }
    };
  }

  private static MaintenanceListener stoppingIn(MaintenancePhase phase) {
    return onPage(
        progress -> {
          if (progress.phase() == phase) {
            Thread.currentThread().interrupt();
          }
        });
  }

  @Test
  void anUpgradeWithOtherSettingsStartsFromTheBeginning() throws InterruptedException {
    ForeignBlog blog = FirstVersion.blog(BACKEND);
    BlogUpgrade withoutUsers =
        BlogUpgrade.builder(blog.connected())
            .requestUnitsPerSecond(1e9)
            .listener(stoppingIn(MaintenancePhase.POSTS))
            .build();
    assertThatThrownBy(withoutUsers::upgrade).isInstanceOf(InterruptedException.class);
    assertThat(blog.items("leases", "checkpoint")).isNotEmpty();

    MaintenanceReport report = blog.upgrade().build().upgrade();

    assertThat(report.changes()).containsEntry(ChangeKind.USER_COPIED, (long) FirstVersion.USERS);
    assertThat(report.isClean()).isTrue();
    assertThat(blog.items("leases", "checkpoint")).as("places that are kept").isEmpty();
  }

  @Test
  void restartIgnoresTheCheckpoint() throws InterruptedException {
    ForeignBlog blog = FirstVersion.blog(BACKEND);
    BlogUpgrade stopped = blog.upgrade().listener(stoppingIn(MaintenancePhase.POSTS)).build();
    assertThatThrownBy(stopped::upgrade).isInstanceOf(InterruptedException.class);

    List<MaintenanceProgress> told = new ArrayList<>();
    MaintenanceReport report =
        blog.upgrade().restart().listener(onPage(told::add)).build().upgrade();

    assertThat(told.get(0).phase()).isEqualTo(MaintenancePhase.FORMER_USERS);
    assertThat(report.changes()).doesNotContainKey(ChangeKind.USER_COPIED);
    assertThat(report.isClean()).isTrue();
  }

  /** Changes the one stored checkpoint. */
  private static void changeCheckpoint(ForeignBlog blog, Consumer<ObjectNode> change) {
    ObjectNode document = (ObjectNode) blog.items("leases", "checkpoint").get(0);
    change.accept((ObjectNode) document.path("checkpoint"));
    blog.database.getContainer("leases").upsertItem(document);
  }

  static Stream<Consumer<ObjectNode>> damage() {
    return Stream.of(
        position -> position.put("after", "5 of another version"),
        position -> position.putNull("after").putArray("ranges").add("another program's"));
  }

  @ParameterizedTest
  @MethodSource("damage")
  void anInvalidPositionStartsItsPhaseAgain(Consumer<ObjectNode> damage)
      throws InterruptedException {
    ForeignBlog blog = FirstVersion.blog(BACKEND);
    blog.upgrade().build().upgrade();
    ViewRebuildBuilder rebuild = blog.rebuild().source(RebuildSource.CHANGE_FEED).pageSize(5);
    ViewRebuild stopped = rebuild.listener(stoppingIn(MaintenancePhase.COPIES)).build();
    assertThatThrownBy(stopped::rebuild).isInstanceOf(InterruptedException.class);
    changeCheckpoint(blog, checkpoint -> damage.accept(checkpoint.withObject("/position")));
    List<MaintenanceProgress> told = new ArrayList<>();

    MaintenanceReport report =
        blog.rebuild()
            .source(RebuildSource.CHANGE_FEED)
            .pageSize(5)
            .listener(onPage(told::add))
            .build()
            .rebuild();

    assertThat(report.remaining()).isZero();
    assertThat(told.get(0).phase()).isEqualTo(MaintenancePhase.COPIES);
    assertThat(told.get(0).items().read()).as("read since the phase started again").isLessThan(10);
    assertThat(report.scanned())
        .as("each item counts once per phase")
        .isEqualTo(
            blog.rebuild()
                .source(RebuildSource.CHANGE_FEED)
                .pageSize(5)
                .build()
                .rebuild()
                .scanned());
  }

  @Test
  void aCheckpointOfAnotherVersionIsIgnored() throws InterruptedException {
    ForeignBlog blog = FirstVersion.blog(BACKEND);
    BlogUpgrade stopped = blog.upgrade().listener(stoppingIn(MaintenancePhase.POSTS)).build();
    assertThatThrownBy(stopped::upgrade).isInstanceOf(InterruptedException.class);
    changeCheckpoint(
        blog,
        checkpoint -> checkpoint.withObject("/kind").put("format", 2).put("another", "field"));
    List<MaintenanceProgress> told = new ArrayList<>();

    MaintenanceReport report = blog.upgrade().listener(onPage(told::add)).build().upgrade();

    assertThat(told.get(0).phase()).isEqualTo(MaintenancePhase.FORMER_USERS);
    assertThat(report.isClean()).isTrue();
  }

  @TestFactory
  Stream<DynamicTest> aRemovedDuplicateLikeIsReportedAlthoughTheRunIsKilled() {
    return Stream.of(5, 500)
        .map(
            pageSize ->
                DynamicTest.dynamicTest(
                    pageSize + " items a page", () -> killedAtTheDuplicateLike(pageSize)));
  }

  /** With small pages the two likes are on two of them, and the check finds the second one. */
  private static void killedAtTheDuplicateLike(int pageSize) throws InterruptedException {
    ForeignBlog blog = FirstVersion.blog(BACKEND);
    AtomicBoolean killed = new AtomicBoolean();
    BlogDatabase mortal =
        blog.databaseBuilder()
            .listener(
                operation -> {
                  if (operation.operation() == BlogOperation.REPAIR
                      && !killed.get()
                      && blog.items("posts", "like").size() < LIKES) {
                    killed.set(true);
                    throw new Killed();
                  }
                })
            .build();
    assertThatThrownBy(() -> blog.upgrade(mortal).pageSize(pageSize).build().upgrade())
        .isInstanceOf(Killed.class);

    MaintenanceReport report = blog.upgrade().pageSize(pageSize).build().upgrade();

    assertThat(
            report.changes().getOrDefault(ChangeKind.DUPLICATE_LIKE_REMOVED, 0L)
                + report.repaired().getOrDefault(FindingKind.DUPLICATE_LIKE, 0L))
        .as("second likes that went, in " + report)
        .isEqualTo(1);
    assertThat(report.remaining()).isZero();
    assertThat(blog.items("posts", "like")).hasSize(LIKES - 1);
  }

  @Test
  void aLostResponseToTheCheckpointDoesNotStopTheRun() throws InterruptedException {
    ForeignBlog blog = FirstVersion.blog(BACKEND);
    blog.provision();
    FaultRule lost = FaultRule.on(RequestKind.UPSERT_ITEM).nth(2).then(Fault.cutAfter());
    FaultRule refused = FaultRule.on(RequestKind.UPSERT_ITEM).nth(3).then(Fault.status(503));
    COSMOS.requireLocal().faults(FaultPlan.builder().rule(lost).rule(refused).build());
    try {
      assertThat(blog.upgrade().build().upgrade().isClean()).isTrue();
    } finally {
      COSMOS.requireLocal().clearFaults();
    }
  }

  @Test
  void aContainerOfTheBlogCannotBeTheFormerContainer() {
    ForeignBlog blog = FirstVersion.blog(BACKEND);
    for (String container : List.of("members", "posts", "feed", "leases")) {
      BlogUpgradeBuilder upgrade = blog.upgrade().formerUsers(container);
      assertThatThrownBy(upgrade::build)
          .as(container)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(container);
    }
  }

  @Test
  void progressHasTheFindingsSoFar() throws InterruptedException {
    ForeignBlog blog = FirstVersion.blog(BACKEND);
    blog.create(
        "posts",
        "{'id':'c1','type':'comment','postId':'none','userId':'u1','content':'Hm',"
            + "'creationDate':'2026-03-01T00:00:00Z'}");
    List<MaintenanceProgress> told = new ArrayList<>();
    MaintenanceReport report =
        blog.upgrade().pageSize(5).listener(onPage(told::add)).build().upgrade();
    assertThat(report.found()).containsEntry(FindingKind.ORPHAN, 1L);
    long found = sum(report.found());
    List<Long> whileVerifying =
        told.stream()
            .filter(progress -> progress.phase().name().startsWith("VERIFY"))
            .map(progress -> sum(progress.soFar().found()))
            .toList();
    assertThat(whileVerifying).isSorted().contains(1L).endsWith(found);
    assertThat(sum(told.get(told.size() - 1).soFar().found())).isEqualTo(found);
  }

  private static long sum(Map<FindingKind, Long> found) {
    return found.values().stream().mapToLong(Long::longValue).sum();
  }

  @Test
  void theFrontPageIsOneItemToRead() throws InterruptedException {
    ForeignBlog blog = FirstVersion.blog(BACKEND);
    blog.upgrade().build().upgrade();
    List<MaintenanceProgress> told = new ArrayList<>();
    blog.rebuild()
        .views(Set.of(LibraryView.FRONT_PAGE))
        .listener(onPage(told::add))
        .build()
        .rebuild();
    assertThat(told)
        .isNotEmpty()
        .allSatisfy(progress -> assertThat(progress.items().total()).isEqualTo(1));
  }

  @Test
  void anItemWhosePartitionKeyIsNotAStringIsReportedOnce() throws InterruptedException {
    ForeignBlog blog = FirstVersion.blog(BACKEND);
    blog.create("posts", "{'id':'odd','postId':7,'content':'Hm','userId':'u1'}");
    MaintenanceReport report = blog.upgrade().build().upgrade();
    assertThat(report.found()).containsEntry(FindingKind.UNREADABLE_ITEM, 1L);
  }
}
