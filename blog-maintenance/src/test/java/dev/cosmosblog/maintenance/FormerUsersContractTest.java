package dev.cosmosblog.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenanceListener;
import dev.cosmosblog.maintenance.report.MaintenancePhase;
import dev.cosmosblog.maintenance.report.MaintenanceProgress;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.testsupport.Backend.Feature;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Upgrades of users whose container is by {@code /id}. */
class FormerUsersContractTest {
  @RegisterExtension static final LocalCosmosExtension COSMOS = TestBackend.extension();

  private static final TestBackend BACKEND = TestBackend.of(COSMOS);
  private final ForeignBlog blog = ForeignBlog.withFormerUsers(BACKEND);

  private JsonNode brought() {
    List<JsonNode> users = blog.items("members", "user");
    assertThat(users).hasSize(1);
    return users.get(0);
  }

  @Test
  void unknownPropertiesOfUsersAreCopied() throws InterruptedException {
    blog.create(
        "users",
        "{'id':'u0','username':'User 0','email':'a@b.example','tags':['x',{'y':null}],'age':7}");

    assertThat(blog.upgrade().build().upgrade().isClean()).isTrue();

    JsonNode user = brought();
    assertThat(user.path("email").asText()).isEqualTo("a@b.example");
    assertThat(user.path("tags").toString()).isEqualTo("[\"x\",{\"y\":null}]");
    assertThat(user.path("age").asInt()).isEqualTo(7);
    assertThat(user.path("userId").asText()).isEqualTo("u0");
    assertThat(user.path("version").isIntegralNumber()).isTrue();
    blog.store().renameUser(UserId.of("u0"), "Renamed");
    assertThat(brought().path("email").asText()).as("renamed").isEqualTo("a@b.example");
    assertThat(blog.store().findUserByUsername("Renamed")).isPresent();
  }

  @Test
  void knownPropertiesOfUsersAreConverted() throws InterruptedException {
    blog.create("users", "{'id':'u0','username':12,'version':'5','userId':'other','ttl':1}");

    assertThat(blog.upgrade().build().upgrade().isClean()).isTrue();

    JsonNode user = brought();
    assertThat(user.path("username").isTextual()).isTrue();
    assertThat(user.path("userId").asText()).isEqualTo("u0");
    assertThat(user.path("version").isIntegralNumber()).isTrue();
    assertThat(user.path("version").asLong()).isEqualTo(5);
    assertThat(user.has("ttl")).as("it would go in the container of users").isFalse();
  }

  @Test
  void theProgressHasTheNumberOfFormerUsers() throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      blog.create("users", "{'id':'u%d','username':'User %d'}".formatted(i, i));
    }
    List<MaintenanceProgress> pages = new ArrayList<>();
    MaintenanceListener listener =
        new MaintenanceListener() {
          @Override
          public void onPage(MaintenanceProgress progress) {
            pages.add(progress);
          }
        };

    blog.upgrade().pageSize(2).listener(listener).build().upgrade();

    assertThat(pages)
        .filteredOn(page -> page.phase() == MaintenancePhase.FORMER_USERS)
        .isNotEmpty()
        .allSatisfy(page -> assertThat(page.items().total()).isEqualTo(3));
  }

  @Test
  void aUserThatCosmosDbRejectsIsReportedAndOthersAreCopied() throws InterruptedException {
    Feature.ITEMS_OF_2_MB.required();
    // An item of 2 MB, less than what makes it ours.
    String own = "x".repeat(2 * 1024 * 1024 - 50);
    blog.create("users", "{'id':'u0','username':'User 0','own':'" + own + "'}");
    blog.create("users", "{'id':'u1','username':'User 1'}");

    MaintenanceReport report = blog.upgrade().build().upgrade();

    assertThat(report.findings())
        .extracting(Finding::kind, finding -> finding.item().id())
        .containsExactly(tuple(FindingKind.NOT_UPGRADED, "u0"));
    assertThat(brought().path("id").asText()).isEqualTo("u1");
  }
}
