package dev.cosmosblog.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.UsernameItem;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Names that earlier builds reserved in the form in which those compared names. */
class FormerReservationsContractTest {
  @RegisterExtension static final LocalCosmosExtension COSMOS = TestAccount.extension();

  private static final TestAccount ACCOUNT = TestAccount.of(COSMOS);

  /** The zero width space made it another name than Ann. */
  private static final String DISGUISED = "A\u200bnn";

  private static final String FORMER_ID = UsernameItem.idsOf(DISGUISED).get(0);
  private static final String PRESENT_ID = UsernameItem.idOf("Ann");

  private ForeignBlog blog;

  @BeforeEach
  void aBlogOfAnEarlierBuild() {
    blog = ForeignBlog.withUsersByUserId(ACCOUNT);
    blog.provision();
    isNamed("eve", DISGUISED);
  }

  private void isNamed(String user, String name) {
    blog.create(
        "users",
        "{'id':'%s','type':'user','userId':'%s','username':'%s'}".formatted(user, user, name));
    reserve(user, name, UsernameItem.idsOf(name).get(0));
  }

  private void reserve(String user, String name, String id) {
    blog.create(
        "users",
        ("{'id':'%s','type':'username','userId':'%s','username':'%s','ownerId':'%s',"
                + "'reservedAt':'2026-01-01T00:00:00.000Z'}")
            .formatted(id, id, name, user));
  }

  /** Returns the owners of all reservations by their ids. */
  private Map<String, String> reservations() {
    return blog.items("users", "username").stream()
        .collect(
            Collectors.toMap(
                item -> item.path("id").asText(), item -> item.path("ownerId").asText()));
  }

  private void isFound(String name, String user) {
    assertThat(blog.store().findUserByUsername(name)).map(User::id).contains(UserId.of(user));
  }

  private MaintenanceReport repaired() throws InterruptedException {
    return BlogVerifier.builder(blog.connected())
        .requestUnitsPerSecond(1e9)
        .timer(ForeignBlog.AT_ONCE)
        .build()
        .repair();
  }

  @Test
  @Invariant("I6")
  void anUpgradeReservesTheNameInItsPresentForm() throws InterruptedException {
    MaintenanceReport report = blog.upgrade().build().upgrade();

    assertThat(report.isClean()).isTrue();
    assertThat(reservations()).isEqualTo(Map.of(PRESENT_ID, "eve"));
    isFound(DISGUISED, "eve");
    isFound("ann", "eve");
    assertThat(blog.verified().findings()).isEmpty();
    assertThat(blog.upgrade().build().upgrade().changes()).as("a second upgrade").isEmpty();
  }

  @Test
  @Invariant("I6")
  void aRepairReservesTheNameInItsPresentFormInOneRun() throws InterruptedException {
    assertThat(blog.verified().found())
        .isEqualTo(Map.of(FindingKind.UNRESERVED_NAME, 1L, FindingKind.UNUSED_RESERVATION, 1L));

    assertThat(repaired().left()).isZero();

    assertThat(reservations()).isEqualTo(Map.of(PRESENT_ID, "eve"));
    assertThat(blog.verified().findings()).isEmpty();
  }

  @Test
  @Invariant("I6")
  void ofTwoUsersWhoLookTheSameBothKeepTheirNamesAndAreReported() throws InterruptedException {
    isNamed("ann", "Ann");
    Map<String, String> before = reservations();

    for (MaintenanceReport report :
        new MaintenanceReport[] {
          blog.upgrade().build().upgrade(), repaired(), blog.upgrade().build().upgrade()
        }) {
      assertThat(report.findings())
          .singleElement()
          .satisfies(finding -> assertThat(finding.kind()).isEqualTo(FindingKind.TAKEN_NAME))
          .satisfies(finding -> assertThat(finding.item().id()).isEqualTo("eve"))
          .extracting(Finding::found)
          .asString()
          .contains("ann");
      assertThat(reservations()).isEqualTo(before);
      isFound(DISGUISED, "eve");
      isFound("Ann", "ann");
    }

    blog.store().renameUser(UserId.of("ann"), "Anna");
    assertThat(repaired().left()).isZero();
    assertThat(reservations())
        .isEqualTo(Map.of(PRESENT_ID, "eve", UsernameItem.idOf("Anna"), "ann"));
    assertThat(blog.verified().findings()).isEmpty();
  }

  @Test
  @Invariant("I6")
  void ofTwoUsersWhoOnlyLookTheSameOneGetsThePresentReservationAndNoneIsLost()
      throws InterruptedException {
    isNamed("eva", "An\u00adn");

    MaintenanceReport planned = blog.upgrade().build().dryRun();
    MaintenanceReport report = blog.upgrade().build().upgrade();

    assertThat(planned.found()).containsOnly(Map.entry(FindingKind.TAKEN_NAME, 1L));
    assertThat(report.left()).isEqualTo(1);
    assertThat(reservations()).hasSize(2).containsKey(PRESENT_ID);
    isFound(DISGUISED, "eve");
    isFound("An\u00adn", "eva");
  }

  @Test
  void aReservationInTheFormerFormOfAUserWithAnotherNameIsRemoved() throws InterruptedException {
    reserve("eve", "B\u200bob", UsernameItem.idsOf("B\u200bob").get(0));

    assertThat(blog.upgrade().build().upgrade().isClean()).isTrue();

    assertThat(reservations()).isEqualTo(Map.of(PRESENT_ID, "eve"));
    assertThat(reservations()).doesNotContainKey(FORMER_ID);
  }
}
