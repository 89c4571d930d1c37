package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.IntNode;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.error.SchemaMissingException;
import dev.cosmosblog.store.error.SettingsMismatchException;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The settings that all hosts of a blog share. */
class StoredSettingsContractTest {
  @RegisterExtension
  static final LocalCosmosExtension cosmos = Backend.onePartition(Conditions.SERVICE);

  private static final PartitionKey KEY = new PartitionKey("settings");
  private static final UserId ANN = UserId.of("ann");
  private static final PostId POST = PostId.of("post");

  private CosmosDatabase database;

  @BeforeEach
  void createDatabase() {
    database = cosmos.freshDatabase();
  }

  private BlogDatabaseBuilder host() {
    return BlogDatabase.builder().client(cosmos.client(), database.getId());
  }

  private static BlogDatabaseBuilder chosen(BlogDatabaseBuilder builder) {
    return builder
        .frontPageSize(50)
        .summaryProperties("topics", "mood")
        .summaryLength(80)
        .listings("history")
        .uniqueUsernames(false)
        .deletedRetention(Duration.ofDays(2))
        .maxReplicaLag(Duration.ofSeconds(20));
  }

  private CosmosContainer feed() {
    return database.getContainer("feed");
  }

  private JsonNode stored() {
    return feed().readItem("settings", KEY, JsonNode.class).getItem();
  }

  private void patch(CosmosPatchOperations operations) {
    feed().patchItem("settings", KEY, operations, JsonNode.class);
  }

  @Test
  void provisioningStoresTheSettingsThatHostsShare() {
    chosen(host()).build().provision();

    JsonNode item = stored();
    assertThat(item.path("schemaVersion").intValue()).isEqualTo(1);
    assertThat(item.path("frontPageSize").intValue()).isEqualTo(50);
    assertThat(item.path("summaryProperties"))
        .extracting(JsonNode::asText)
        .containsExactly("mood", "topics");
    assertThat(item.path("summaryLength").intValue()).isEqualTo(80);
    assertThat(item.path("listings").textValue()).isEqualTo("history");
    assertThat(item.path("uniqueUsernames").booleanValue()).isFalse();
    assertThat(item.path("deletedRetention").textValue()).isEqualTo("PT48H");
    assertThat(item.path("maxReplicaLag").textValue()).isEqualTo("PT20S");
  }

  @Test
  void anotherHostsSettingsAreRefusedWithBothValues() {
    chosen(host()).build().provision();
    String etag = stored().path("_etag").textValue();

    assertThatThrownBy(
            () -> chosen(host()).frontPageSize(60).listings("listings").build().provision())
        .isInstanceOfSatisfying(
            SettingsMismatchException.class,
            e ->
                assertThat(e.differences())
                    .containsExactlyInAnyOrder(
                        "frontPageSize is 60 here and 50 there",
                        "listings is \"listings\" here and \"history\" there"))
        .hasMessageContainingAll("frontPageSize is 60", "adoptStoredSettings", "changeSettings");
    chosen(host()).build().provision();
    assertThat(stored().path("_etag").textValue()).as("nothing was written").isEqualTo(etag);
  }

  @Test
  void eachSharedSettingIsCompared() {
    host().build().provision();
    Map<String, UnaryOperator<BlogDatabaseBuilder>> others =
        Map.of(
            "frontPageSize", builder -> builder.frontPageSize(99),
            "summaryProperties", builder -> builder.summaryProperties("topics"),
            "summaryLength", builder -> builder.summaryLength(99),
            "listings", BlogDatabaseBuilder::listings,
            "uniqueUsernames", builder -> builder.uniqueUsernames(false),
            "deletedRetention", builder -> builder.deletedRetention(Duration.ofDays(8)),
            "maxReplicaLag", builder -> builder.maxReplicaLag(Duration.ofSeconds(59)));
    others.forEach(
        (name, change) ->
            assertThatThrownBy(() -> change.apply(host()).build().provision())
                .as(name)
                .isInstanceOf(SettingsMismatchException.class)
                .hasMessageContaining(name + " is "));
  }

  @Test
  void changedSettingsReplaceTheStoredOnes() {
    host().build().provision();
    patch(CosmosPatchOperations.create().set("/ofALaterVersion", 7));

    chosen(host()).build().schema().changeSettings().provision();

    assertThat(stored().path("frontPageSize").intValue()).isEqualTo(50);
    assertThat(stored().path("listings").textValue()).isEqualTo("history");
    assertThat(stored().path("ofALaterVersion").intValue()).isEqualTo(7);
    host().build().schema().changeSettings().provision();
    assertThat(stored().path("listings").isNull()).as("the archive is off again").isTrue();
    assertThat(stored().path("summaryProperties")).isEmpty();
  }

  @Test
  void aHostCanAdoptTheStoredSettings() {
    chosen(host()).build().provision();

    BlogDatabase adopted = host().build().adoptStoredSettings();

    assertThat(adopted.frontPageSize()).isEqualTo(50);
    assertThat(adopted.summaryProperties()).containsExactlyInAnyOrder("topics", "mood");
    assertThat(adopted.summaryLength()).isEqualTo(80);
    assertThat(adopted.containerNames().listings()).isEqualTo("history");
    assertThat(adopted.uniqueUsernames()).isFalse();
    assertThat(adopted.deletedRetention()).isEqualTo(Duration.ofDays(2));
    assertThat(adopted.maxReplicaLag()).isEqualTo(Duration.ofSeconds(20));
    adopted.provision();
    BlogStore store = BlogStore.on(adopted);
    store.createUser("Ann");
    assertThat(store.archive(PageRequest.first(1)).items()).isEmpty();
  }

  @Test
  void settingsThatCannotBeReadAreNotAdopted() {
    assertThatThrownBy(() -> host().build().adoptStoredSettings())
        .as("nothing is provisioned")
        .isInstanceOf(SchemaMissingException.class);
    host().build().provision();
    List<CosmosPatchOperations> damages =
        List.of(
            CosmosPatchOperations.create().set("/frontPageSize", "many"),
            CosmosPatchOperations.create().set("/frontPageSize", 0),
            CosmosPatchOperations.create().set("/deletedRetention", "7 days"),
            CosmosPatchOperations.create().set("/maxReplicaLag", "PT1H"),
            CosmosPatchOperations.create().set("/uniqueUsernames", (Object) null),
            CosmosPatchOperations.create().set("/listings", "feed"),
            CosmosPatchOperations.create().set("/summaryProperties", "topics"));
    for (CosmosPatchOperations damage : damages) {
      patch(damage);
      assertThatThrownBy(() -> host().build().adoptStoredSettings())
          .as("%s", stored())
          .isInstanceOf(MalformedItemException.class);
      assertThatThrownBy(() -> host().build().provision())
          .isInstanceOf(SettingsMismatchException.class);
      host().build().schema().changeSettings().provision();
      assertThatCode(() -> host().build().adoptStoredSettings()).doesNotThrowAnyException();
    }
    feed().deleteItem("settings", KEY, new CosmosItemRequestOptions());
    assertThatThrownBy(() -> host().build().adoptStoredSettings())
        .isInstanceOf(SchemaMissingException.class)
        .hasMessageContaining("BlogDatabase.provision()");
  }

  @Test
  void aLaterSchemaVersionIsRefusedAndNeverLowered() {
    host().build().provision();
    patch(CosmosPatchOperations.create().set("/schemaVersion", 2));

    List<ThrowingCallable> calls =
        List.of(
            () -> host().build().provision(),
            () -> host().build().schema().changeSettings().provision(),
            () -> host().build().adoptStoredSettings(),
            () -> BlogStore.on(host().build()).createUser("Ann"));
    for (ThrowingCallable call : calls) {
      assertThatThrownBy(call)
          .isInstanceOf(SettingsMismatchException.class)
          .hasMessageContaining("schemaVersion is 1 here and 2 there");
    }
    assertThat(stored().path("schemaVersion").intValue()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2", "2.0", "'2'"})
  void aReadableVersionIsNeverLowered(String version) throws IOException {
    host().build().provision();
    JsonNode value = new ObjectMapper().readTree(version.replace('\'', '"'));
    patch(CosmosPatchOperations.create().set("/schemaVersion", value));
    JsonNode before = stored().path("schemaVersion");

    assertThatThrownBy(() -> host().build().schema().changeSettings().provision())
        .isInstanceOf(SettingsMismatchException.class);

    assertThat(stored().path("schemaVersion")).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "0", "2.5", "'1'", "'x'", "{}"})
  void aDamagedSchemaVersionIsReplacedWhenSettingsAreChanged(String damage) throws IOException {
    host().build().provision();
    JsonNode value = new ObjectMapper().readTree(damage.replace('\'', '"'));
    patch(CosmosPatchOperations.create().set("/schemaVersion", value));
    assertThatThrownBy(() -> host().build().provision())
        .isInstanceOf(SettingsMismatchException.class);

    host().build().schema().changeSettings().provision();

    assertThat(stored().path("schemaVersion")).isEqualTo(new IntNode(1));
  }

  @Test
  void versionsWithTheSameSchemaVersionRunTogether() {
    host().build().provision();
    patch(CosmosPatchOperations.create().remove("/maxReplicaLag").set("/excerptLength", 120));

    BlogDatabase adopted = host().build().adoptStoredSettings();
    assertThat(adopted.maxReplicaLag()).isEqualTo(BlogDatabaseBuilder.DEFAULT_MAX_REPLICA_LAG);
    host().maxReplicaLag(Duration.ofSeconds(2)).build().provision();

    assertThat(stored().path("maxReplicaLag").textValue()).as("it was added").isEqualTo("PT2S");
    assertThat(stored().path("excerptLength").intValue()).as("it stays").isEqualTo(120);
  }

  @Test
  void theFirstOfSeveralHostsDecides() {
    host().build().provision();
    feed().deleteItem("settings", KEY, new CosmosItemRequestOptions());
    List<Optional<String>> refusals =
        AtOnce.run(
            4,
            host -> {
              try {
                host().frontPageSize(10 + host).build().provision();
                return Optional.<String>empty();
              } catch (SettingsMismatchException e) {
                return Optional.of(e.getMessage());
              }
            });
    assertThat(refusals).filteredOn(Optional::isEmpty).hasSize(1);
  }

  @Test
  void lostResponsesLeaveTheSettingsStored() {
    host().build().provision();
    boolean happened = true;
    for (int lost = 0; happened; lost++) {
      feed().deleteItem("settings", KEY, new CosmosItemRequestOptions());
      LostResponses connection = new LostResponses(lost, true);
      CosmosContainer users = database.getContainer("users");
      BlogDatabase blog =
          BlogDatabase.builder()
              .containers(users, database.getContainer("posts"), connection.to(feed()))
              .retryPolicy(RetryPolicy.standard())
              .build();
      Kernel.of(blog).settings(report -> {}).store(false);
      assertThat(stored().path("frontPageSize").intValue()).isEqualTo(100);
      happened = connection.happened();
    }
  }

  @Test
  void theFirstCommandOfAStoreComparesWhatItWrites() {
    host().build().provision();
    Map<String, UnaryOperator<BlogDatabaseBuilder>> others =
        Map.of(
            "uniqueUsernames", builder -> builder.uniqueUsernames(false),
            "deletedRetention", builder -> builder.deletedRetention(Duration.ofDays(8)),
            "summaryProperties", builder -> builder.summaryProperties("topics"));
    others.forEach(
        (name, change) -> {
          BlogStore store = BlogStore.on(change.apply(host()).build());
          List<ThrowingCallable> commands =
              List.of(
                  () -> store.createUser("Ann"),
                  () -> store.renameUser(ANN, "Anna"),
                  () -> store.createPost(CreatePost.of(ANN, "Title", "Content").withId(POST)),
                  () -> store.editPost(EditPost.of(POST).title("Title")),
                  () -> store.deletePost(POST),
                  () -> store.eraseUser(EraseUser.remove(ANN)));
          for (ThrowingCallable command : commands) {
            assertThatThrownBy(command)
                .as(name)
                .isInstanceOf(SettingsMismatchException.class)
                .hasMessageContaining(name + " is ");
          }
          assertThat(store.findUser(ANN)).as("reads don't depend on it").isEmpty();
        });
  }

  @Test
  void aStoreThatAgreesComparesOnce() {
    host().build().provision();
    AtomicInteger reads = new AtomicInteger();
    List<BlogDatabaseBuilder> hosts = new ArrayList<>();
    hosts.add(host());
    hosts.add(host().frontPageSize(30).listings().maxReplicaLag(Duration.ofSeconds(1)));
    for (BlogDatabaseBuilder host : hosts) {
      reads.set(0);
      BlogStore store =
          BlogStore.on(
              host.listener(
                      report -> {
                        if (report.operation() == BlogOperation.BLOG_SETTINGS) {
                          reads.addAndGet(report.requests());
                        }
                      })
                  .build());
      store.createUser("Ann " + hosts.indexOf(host));
      store.createUser("Ben " + hosts.indexOf(host));
      assertThat(reads).as("requests").hasValue(1);
    }
  }

  /** The names of an erased user must not stay in listings that a host doesn't know. */
  @Test
  void anErasureNeedsTheListingsOfTheBlog() {
    host().build().provision();
    BlogStore store = BlogStore.on(host().build());
    UserId user = store.createUser("Ann").value().id();
    host().listings().build().schema().changeSettings().provision();

    assertThatThrownBy(() -> store.eraseUser(EraseUser.remove(user)))
        .isInstanceOf(SettingsMismatchException.class)
        .hasMessageContaining("listings is null here and \"listings\" there");

    assertThat(store.findUser(user)).as("nothing is erased").isPresent();
    BlogStore adopting = BlogStore.on(host().build().adoptStoredSettings());
    adopting.eraseUser(EraseUser.remove(user));
    assertThat(store.findUser(user)).isEmpty();
  }

  @Test
  void aBlogWithoutStoredSettingsAcceptsCommands() {
    host().build().provision();
    feed().deleteItem("settings", KEY, new CosmosItemRequestOptions());

    BlogStore store = BlogStore.on(host().deletedRetention(Duration.ofDays(1)).build());

    assertThat(store.createUser("Ann").value().username()).isEqualTo("Ann");
  }
}
