package dev.cosmosblog.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosDatabase;
import dev.cosmosblog.maintenance.BlogUpgrade;
import dev.cosmosblog.maintenance.BlogVerifier;
import dev.cosmosblog.maintenance.LibraryView;
import dev.cosmosblog.maintenance.RebuildSource;
import dev.cosmosblog.maintenance.ViewRebuild;
import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.maintenance.report.MaintenanceListener;
import dev.cosmosblog.maintenance.report.MaintenanceProgress;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.model.User;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmoslocal.LocalCosmos;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The Java examples of docs/repair.md. */
@Tag("slow")
@Order(3)
class MaintenanceSnippetsTest {
  private LocalCosmos emulator;
  private CosmosClientBuilder clientBuilder;

  @BeforeEach
  void start() {
    emulator = LocalCosmos.start();
    clientBuilder = emulator.clientBuilder();
  }

  @AfterEach
  void stop() {
    emulator.close();
  }

  /** A blog with one post, whose copies are missing since no change feed ran. */
  private static void writePost(BlogDatabase database) {
    BlogStore blog = BlogStore.on(database.provision());
    User ann = blog.createUser("Ann").value();
    blog.createPost(ann, "Hello", "My first post");
  }

  @Test
  void repairWritesMissingCopies() throws InterruptedException {
    List<String> tokens = new ArrayList<>();
    MaintenanceListener keepToken =
        new MaintenanceListener() {
          @Override
          public void onPage(MaintenanceProgress progress) {
            progress.resumeToken().ifPresent(tokens::add);
          }
        };
    try (BlogDatabase database = BlogDatabase.connect(clientBuilder, "blog")) {
      writePost(database);
      // region verify
      BlogVerifier verifier =
          BlogVerifier.builder(database).requestUnitsPerSecond(400).listener(keepToken).build();
      MaintenanceReport report = verifier.verify(); // writes nothing
      MaintenanceReport repaired = verifier.repair();
      // endregion
      assertThat(report.isClean()).isFalse();
      assertThat(repaired.remaining()).isZero();
      assertThat(tokens).isNotEmpty();
      assertThat(BlogStore.on(database).recentPosts(10)).hasSize(1);
    }
  }

  @Test
  void anUpgradeWritesWhatADryRunPlans() throws InterruptedException {
    try (BlogDatabase database = BlogDatabase.connect(clientBuilder, "blog")) {
      writePost(database);
      // region upgrade
      BlogUpgrade upgrade = BlogUpgrade.builder(database).requestUnitsPerSecond(400).build();
      MaintenanceReport planned = upgrade.dryRun(); // writes nothing
      MaintenanceReport done = upgrade.upgrade(); // call it again after a kill
      // endregion
      assertThat(planned.changes()).containsEntry(ChangeKind.SUMMARY_WRITTEN, 1L);
      assertThat(done.remaining()).isZero();
    }
  }

  @Test
  void anUpgradeCopiesTheUsersOfAContainerByTheirId() throws InterruptedException {
    // region former-users
    BlogDatabase database =
        BlogDatabase.builder()
            .connect(clientBuilder, "blog")
            .containerNames(new ContainerNames("members", "posts", "feed", "leases"))
            .build();
    BlogUpgrade upgrade = BlogUpgrade.builder(database).formerUsers("users").build();
    // endregion
    try (database) {
      database.provision();
      database.unwrap(CosmosDatabase.class).createContainerIfNotExists("users", "/id");
      database
          .unwrap(CosmosDatabase.class)
          .getContainer("users")
          .createItem(Map.of("id", "ann", "username", "Ann"));
      MaintenanceReport done = upgrade.upgrade();
      assertThat(done.changes()).containsEntry(ChangeKind.USER_COPIED, 1L);
      assertThat(BlogStore.on(database).findUserByUsername("Ann")).isPresent();
    }
  }

  @Test
  void aRebuildWritesTheShortPosts() throws InterruptedException {
    try (BlogDatabase database = BlogDatabase.connect(clientBuilder, "blog")) {
      writePost(database);
      // region rebuild
      MaintenanceReport rebuilt =
          ViewRebuild.builder(database)
              .views(Set.of(LibraryView.POST_SUMMARIES))
              .source(RebuildSource.CHANGE_FEED)
              .build()
              .rebuild();
      // endregion
      assertThat(rebuilt.changes()).containsEntry(ChangeKind.SUMMARY_WRITTEN, 1L);
    }
  }

  @Test
  void aRebuildFillsNewListings() throws InterruptedException {
    try (BlogDatabase former = BlogDatabase.connect(clientBuilder, "blog")) {
      writePost(former);
    }
    // region listings
    BlogDatabase database =
        BlogDatabase.builder().connect(clientBuilder, "blog").listings().build();
    database.schema().changeSettings().provision();
    MaintenanceReport filled =
        ViewRebuild.builder(database).views(Set.of(LibraryView.LISTINGS)).build().rebuild();
    // endregion
    try (database) {
      assertThat(filled.changes()).containsExactly(Map.entry(ChangeKind.ENTRY_WRITTEN, 1L));
      assertThat(BlogStore.on(database).archive(PageRequest.first(10)).items()).hasSize(1);
    }
  }
}
