package dev.cosmosblog.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import com.azure.core.credential.TokenCredential;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.RegisteredView;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.Lifecycle;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.changefeed.view.BlogView;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.User;
import dev.cosmosblog.store.BlogCommands;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogQueries;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.observe.OperationListener;
import dev.cosmoslocal.LocalCosmos;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;

/** The beans of the starter, and how beans of the application replace them. */
@Tag("slow")
class BlogAutoConfigurationTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static LocalCosmos emulator;

  private final ApplicationContextRunner withoutAccount =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(BlogAutoConfiguration.class))
          .withPropertyValues(
              "cosmosblog.database=blog-" + UUID.randomUUID(),
              "cosmosblog.change-feed.poll-interval=50ms");

  private final ApplicationContextRunner runner =
      withoutAccount.withPropertyValues(
          "cosmosblog.endpoint=" + emulator.endpoint(),
          "cosmosblog.key=" + emulator.key(),
          "cosmosblog.gateway-mode=true");

  /** Sends no request. */
  private final ApplicationContextRunner idle =
      runner.withPropertyValues(
          "cosmosblog.provision=false", "cosmosblog.change-feed.auto-startup=false");

  @BeforeAll
  static void startEmulator() {
    emulator = LocalCosmos.start();
  }

  @AfterAll
  static void closeEmulator() {
    emulator.close();
  }

  private static CosmosClientBuilder clientBuilder() {
    return emulator.clientBuilder();
  }

  @Test
  void aBlogWithAChangeFeedRunsOnTheConfiguredAccount() {
    runner.run(
        context -> {
          BlogCommands commands = context.getBean(BlogCommands.class);
          BlogQueries queries = context.getBean(BlogQueries.class);
          User ann = commands.createUser("Ann").value();
          Post post = commands.createPost(ann, "Hello", "My first post").value();
          BlogChangeFeed copies = running(context);
          assertThat(copies.awaitDrained(PATIENCE)).isTrue();
          assertThat(queries.recentPosts(5)).extracting(PostSummary::id).containsExactly(post.id());
          assertThat(copies.cost().metered()).isTrue();
          assertThat(copies.cost().polls().requests()).isPositive();
        });
  }

  @Test
  void leaseSettingsAreBound() {
    runner
        .withPropertyValues(
            "cosmosblog.change-feed.lease-expiration=20s", "cosmosblog.change-feed.stall-after=20s")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageContaining(
                        "stallAfter must be more than the expiration of a lease, PT20S"));
  }

  private static BlogChangeFeed running(ConfigurableApplicationContext context) {
    return context.getBean(BlogChangeFeedLifecycle.class).changeFeed().orElseThrow();
  }

  @Test
  void theChangeFeedStopsWithTheApplicationAndCanBeRestarted() {
    List<BlogChangeFeed> both = new ArrayList<>();
    runner.run(
        context -> {
          both.add(running(context));
          assertThat(both.get(0).lifecycle()).isEqualTo(Lifecycle.RUNNING);
          context.stop();
          assertThat(both.get(0).lifecycle()).isEqualTo(Lifecycle.CLOSED);
          assertThat(context.getBean(BlogChangeFeedLifecycle.class).isRunning()).isFalse();
          context.start();
          both.add(running(context));
          assertThat(both.get(1).lifecycle()).isEqualTo(Lifecycle.RUNNING);
        });
    assertThat(both.get(0)).isNotSameAs(both.get(1));
    assertThat(both.get(1).lifecycle()).isEqualTo(Lifecycle.CLOSED);
  }

  @Test
  void propertiesReachTheDatabase() {
    idle.withPropertyValues(
            "cosmosblog.database=other",
            "cosmosblog.front-page-size=30",
            "cosmosblog.summary-properties=topics,subtitle",
            "cosmosblog.summary-length=80",
            "cosmosblog.listings=true",
            "cosmosblog.containers.listings=attic",
            "cosmosblog.unique-usernames=false",
            "cosmosblog.deleted-retention=14d",
            "cosmosblog.containers.users=people",
            "cosmosblog.containers.leases=locks",
            "cosmosblog.store.write-path=scripts",
            "cosmosblog.store.front-page-cache-ttl=2s")
        .run(
            context -> {
              BlogDatabase database = context.getBean(BlogDatabase.class);
              assertThat(database.name()).isEqualTo("other");
              assertThat(database.frontPageSize()).isEqualTo(30);
              assertThat(database.summaryLength()).isEqualTo(80);
              assertThat(database.summaryProperties())
                  .containsExactlyInAnyOrder("topics", "subtitle");
              assertThat(database.uniqueUsernames()).isFalse();
              assertThat(database.deletedRetention()).isEqualTo(Duration.ofDays(14));
              assertThat(database.containerNames())
                  .isEqualTo(
                      new ContainerNames("people", "posts", "feed", "locks").withListings("attic"));
            });
    idle.run(context -> assertThat(context.getBean(BlogDatabase.class).hasListings()).isFalse());
  }

  @Test
  void anInvalidPropertyFailsTheStart() {
    idle.withPropertyValues("cosmosblog.front-page-size=1000")
        .run(
            context ->
                assertThat(context)
                    .hasFailed()
                    .getFailure()
                    .hasStackTraceContaining("frontPageSize must be between"));
  }

  @Test
  void aMissingAccountIsExplained() {
    withoutAccount.run(
        context -> {
          assertThat(context)
              .hasFailed()
              .getFailure()
              .rootCause()
              .isInstanceOf(NoAccountException.class);
          FailureAnalysis analysis = new BlogFailureAnalyzer().analyze(context.getStartupFailure());
          assertThat(analysis.getAction()).contains("Set cosmosblog.endpoint");
        });
  }

  @Test
  void anEndpointNeedsAKeyOrATokenCredential() {
    ApplicationContextRunner withoutKey = idle.withPropertyValues("cosmosblog.key=");
    withoutKey.run(
        context ->
            assertThat(context)
                .hasFailed()
                .getFailure()
                .hasRootCauseInstanceOf(NoAccountException.class)
                .rootCause()
                .hasMessageContaining("TokenCredential"));
    withoutKey
        .withBean(TokenCredential.class, () -> mock(TokenCredential.class))
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(BlogStore.class));
  }

  @Test
  void severalBeansOfOneTypeAreRejected() {
    ApplicationContextRunner withEndpoint =
        idle.withPropertyValues("cosmosblog.endpoint=https://127.0.0.1:1/", "cosmosblog.key=");
    rejectsTwo(withEndpoint, BlogConnectionDetails.class);
    rejectsTwo(withEndpoint, TokenCredential.class);
    rejectsTwo(withoutAccount, CosmosClient.class);
    rejectsTwo(withoutAccount, CosmosClientBuilder.class);
    rejectsTwo(
        withoutAccount.withBean(CosmosClient.class, () -> mock(CosmosClient.class)),
        CosmosAsyncClient.class);
  }

  private static <T> void rejectsTwo(ApplicationContextRunner application, Class<T> type) {
    application
        .withBean("one", type, () -> mock(type))
        .withBean("other", type, () -> mock(type))
        .run(
            context ->
                assertThat(context)
                    .hasFailed()
                    .getFailure()
                    .rootCause()
                    .isInstanceOf(NoAccountException.class)
                    .hasMessage(
                        "The application has several beans of type %s. Mark one of them with"
                            + " @Primary.",
                        type.getSimpleName()));
  }

  @Test
  void thePrimaryBeanOfSeveralIsUsed() {
    withoutAccount
        .withBean("other", CosmosClientBuilder.class, CosmosClientBuilder::new)
        .withBean(
            "one",
            CosmosClientBuilder.class,
            BlogAutoConfigurationTest::clientBuilder,
            definition -> definition.setPrimary(true))
        .run(context -> assertThat(running(context).awaitDrained(PATIENCE)).isTrue());
  }

  @Test
  void theClientsOfTheApplicationAreUsedAndNotClosed() {
    CosmosClient client = clientBuilder().buildClient();
    CosmosAsyncClient asyncClient =
        clientBuilder().contentResponseOnWriteEnabled(true).buildAsyncClient();
    withoutAccount
        .withBean(
            CosmosClient.class, () -> client, definition -> definition.setDestroyMethodName(""))
        .withBean(
            CosmosAsyncClient.class,
            () -> asyncClient,
            definition -> definition.setDestroyMethodName(""))
        .run(
            context -> {
              BlogDatabase database = context.getBean(BlogDatabase.class);
              assertThat(database.unwrap(CosmosClient.class)).isSameAs(client);
              assertThat(database.unwrap(CosmosAsyncClient.class)).isSameAs(asyncClient);
              assertThat(running(context).awaitDrained(PATIENCE)).isTrue();
              assertThat(running(context).cost().metered()).isFalse();
            });
    assertThat(client.readAllDatabases().stream()).as("after the close").isNotEmpty();
    client.close();
    asyncClient.close();
  }

  @Test
  void theClientBuilderOfTheApplicationIsUsed() {
    withoutAccount
        .withBean(CosmosClientBuilder.class, BlogAutoConfigurationTest::clientBuilder)
        .run(context -> assertThat(running(context).awaitDrained(PATIENCE)).isTrue());
  }

  @Test
  void connectionDetailsTakePrecedenceOverEndpointAndClients() {
    Supplier<BlogConnectionDetails> details =
        () -> new Details(emulator.endpoint(), emulator.key());
    withoutAccount
        .withPropertyValues("cosmosblog.endpoint=https://127.0.0.1:1/", "cosmosblog.key=AA==")
        .withBean(CosmosClientBuilder.class, CosmosClientBuilder::new)
        .withBean(BlogConnectionDetails.class, details)
        .run(context -> assertThat(running(context).awaitDrained(PATIENCE)).isTrue());
  }

  private record Details(String endpoint, String key) implements BlogConnectionDetails {
    @Override
    public boolean gatewayMode() {
      return true;
    }
  }

  @Test
  void beansOfTheApplicationTakePrecedence() {
    BlogDatabase ofTheContext = BlogDatabase.connect(clientBuilder(), "own");
    withoutAccount
        .withBean(BlogDatabase.class, () -> ofTheContext)
        .withPropertyValues("cosmosblog.change-feed.auto-startup=false")
        .run(context -> assertThat(context.getBean(BlogDatabase.class)).isSameAs(ofTheContext));
    BlogDatabase own = BlogDatabase.connect(clientBuilder(), "own");
    BlogStore store = BlogStore.on(own);
    idle.withBean(BlogStore.class, () -> store)
        .run(context -> assertThat(context.getBean(BlogStore.class)).isSameAs(store));
    idle.withBean("copies", BlogChangeFeed.class, () -> BlogChangeFeed.builder(own).build())
        .run(context -> assertThat(context).doesNotHaveBean(BlogChangeFeedLifecycle.class));
    own.close();
  }

  @Test
  void eachPartCanBeDisabled() {
    idle.withPropertyValues("cosmosblog.change-feed.enabled=false")
        .run(
            context ->
                assertThat(context)
                    .hasSingleBean(BlogStore.class)
                    .doesNotHaveBean(BlogChangeFeedLifecycle.class));
    withoutAccount
        .withPropertyValues("cosmosblog.enabled=false")
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(BlogStore.class));
    idle.run(
        context ->
            assertThat(context.getBean(BlogChangeFeedLifecycle.class).changeFeed()).isEmpty());
  }

  @Test
  void customizersAndListenersAreApplied() {
    Queue<String> calls = new ConcurrentLinkedQueue<>();
    ChangeFeedListener copies =
        new ChangeFeedListener() {
          @Override
          public void onStarted(String hostName) {
            calls.add("change feed " + hostName);
          }
        };
    OperationListener operations =
        report -> {
          if (report.operation() == BlogOperation.CREATE_USER) {
            calls.add("operation");
          }
        };
    runner
        .withBean(
            CosmosClientBuilderCustomizer.class,
            () -> builder -> builder.userAgentSuffix(called("client", calls)))
        .withBean(
            BlogDatabaseBuilderCustomizer.class,
            () -> builder -> builder.frontPageSize(called("database", calls).length()))
        .withBean(
            BlogStoreBuilderCustomizer.class,
            () -> builder -> builder.ids(() -> called("id", calls)))
        .withBean(
            BlogChangeFeedBuilderCustomizer.class,
            () -> builder -> builder.hostName(called("host-1", calls)))
        .withBean(ChangeFeedListener.class, () -> copies)
        .withBean(OperationListener.class, () -> operations)
        .run(
            context -> {
              assertThat(context.getBean(BlogDatabase.class).frontPageSize()).isEqualTo(8);
              context.getBean(BlogStore.class).createUser("Ann");
              assertThat(calls)
                  .containsExactly(
                      "client", "database", "host-1", "change feed host-1", "id", "operation");
            });
  }

  @Test
  void viewsOfTheApplicationAreRegisteredUnderTheirBeanNames() {
    BlogView titles = changes -> {};
    runner
        .withBean("titles", BlogView.class, () -> titles)
        .run(
            context -> {
              BlogChangeFeedLifecycle lifecycle = context.getBean(BlogChangeFeedLifecycle.class);
              assertThat(lifecycle.changeFeed().orElseThrow().views())
                  .extracting(RegisteredView::name)
                  .containsExactly("titles");
            });
  }

  private static String called(String name, Queue<String> calls) {
    calls.add(name);
    return name;
  }
}
