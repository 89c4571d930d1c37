package dev.cosmoslocal.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.PartitionKey;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The emulator in the context of an application that uses only the SDK. */
@ExtendWith(OutputCaptureExtension.class)
class LocalCosmosAutoConfigurationTest {
  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(LocalCosmosAutoConfiguration.class));

  private final ApplicationContextRunner withClient =
      runner.withUserConfiguration(ClientConfiguration.class);

  /** The builder that an application configures for its account in Azure. */
  private final ApplicationContextRunner withBuilder =
      runner.withBean(
          "azure",
          CosmosClientBuilder.class,
          () -> new CosmosClientBuilder().endpoint("https://[::1]:1/").key("AA==").gatewayMode());

  @TempDir Path directory;

  /** As in an application, the client is a bean that the injected builder creates. */
  @Configuration(proxyBeanMethods = false)
  static class ClientConfiguration {
    @Bean
    Items items(CosmosClientBuilder builder) {
      return new Items(builder.buildClient());
    }
  }

  /** Holds the client, because a client bean would count as another account. */
  record Items(CosmosClient client) implements AutoCloseable {
    CosmosContainer container() {
      client.createDatabaseIfNotExists("shop");
      CosmosDatabase shop = client.getDatabase("shop");
      shop.createContainerIfNotExists("orders", "/id");
      return shop.getContainer("orders");
    }

    @Override
    public void close() {
      client.close();
    }
  }

  @Test
  void theInjectedBuilderCreatesAWorkingClient(CapturedOutput output) {
    withClient.run(
        context -> {
          CosmosContainer orders = context.getBean(Items.class).container();
          orders.createItem(Map.of("id", "1", "total", 7));
          Map<?, ?> read = orders.readItem("1", new PartitionKey("1"), Map.class).getItem();
          assertThat(read.get("total")).isEqualTo(7);
          assertThat(output)
              .containsOnlyOnce(
                  "The application uses the in-process emulator at "
                      + context.getBean(LocalCosmos.class).endpoint()
                      + " (cosmos-local.mode is IF_NO_OTHER)");
        });
  }

  @Test
  void eachInjectionPointReceivesItsOwnBuilder() {
    runner.run(
        context ->
            assertThat(context.getBean(CosmosClientBuilder.class))
                .isNotSameAs(context.getBean(CosmosClientBuilder.class)));
  }

  @Test
  void anUnusedEmulatorIsNotStarted() {
    runner.run(context -> assertThat(isStarted(context)).isFalse());
  }

  private static boolean isStarted(AssertableApplicationContext context) {
    return context.getSourceApplicationContext().getBeanFactory().containsSingleton("localCosmos");
  }

  @Test
  void theApplicationsBuilderWinsUnlessTheModeIsAlways() {
    withBuilder.run(
        context ->
            assertThat(context)
                .doesNotHaveBean(LocalCosmos.class)
                .hasSingleBean(CosmosClientBuilder.class));
    withBuilder
        .withPropertyValues("cosmos-local.mode=always")
        .withUserConfiguration(ClientConfiguration.class)
        .run(context -> assertThat(context.getBean(Items.class).container().getId()).isNotNull());
  }

  @Test
  void aMarkerOfAnotherAccountDisablesTheEmulator() {
    runner
        .withBean(OtherCosmosAccount.class, () -> new OtherCosmosAccount() {})
        .run(context -> assertThat(context).doesNotHaveBean(LocalCosmos.class));
  }

  @Test
  void modeNeverConfiguresNothing() {
    runner
        .withPropertyValues("cosmos-local.mode=never")
        .run(
            context ->
                assertThat(context)
                    .doesNotHaveBean(LocalCosmos.class)
                    .doesNotHaveBean(CosmosClientBuilder.class));
  }

  @Test
  void propertiesAndCustomizersApplyToTheEmulator() {
    withClient
        .withPropertyValues("cosmos-local.directory=" + directory)
        .withBean(
            LocalCosmosBuilderCustomizer.class, () -> builder -> builder.physicalPartitions(3))
        .run(
            context -> {
              assertThat(partitions(context)).hasSize(3);
              assertThat(directory).isNotEmptyDirectory();
            });
  }

  @Test
  void physicalPartitionsCanBeSetTogetherWithServiceConditions() {
    ApplicationContextRunner service =
        withClient.withPropertyValues("cosmos-local.service-conditions=7");
    service.run(context -> assertThat(partitions(context)).hasSize(1));
    service
        .withPropertyValues("cosmos-local.physical-partitions=3")
        .run(context -> assertThat(partitions(context)).hasSize(3));
    withClient.run(context -> assertThat(partitions(context)).hasSize(1));
  }

  /** Without these properties, the failover fails, and the hosts are refused with 403. */
  @Test
  void otherSettingsAreProperties() {
    withClient
        .withPropertyValues(
            "cosmos-local.recoveryPoint=10s",
            "cosmos-local.hosts[0]=one.example",
            "cosmos-local.hosts[1]=two.example")
        .run(
            context -> {
              LocalCosmos emulator = context.getBean(LocalCosmos.class);
              assertThat(emulator.failover(Duration.ofSeconds(5))).isZero();
              for (String host : List.of("one.example", "two.example")) {
                assertThat(status(emulator.port(), host)).startsWith("HTTP/1.1 401 ");
              }
            });
  }

  private static String status(int port, String host) throws IOException {
    try (Socket socket = new Socket("localhost", port)) {
      String request = "GET /dbs HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void theEmulatorServesTlsWithTheKeyStore() throws Exception {
    Path file = directory.resolve("account.p12");
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    ProcessBuilder command = new ProcessBuilder(keytool, "-genkeypair", "-keyalg", "EC");
    command.command().addAll(List.of("-dname", "CN=localhost", "-storepass", "changeit"));
    command.command().addAll(List.of("-ext", "san=dns:localhost,ip:127.0.0.1"));
    command.command().addAll(List.of("-keystore", file.toString()));
    assertThat(command.start().waitFor()).isZero();
    HttpClient trusting = HttpClient.newBuilder().sslContext(trusting(file)).build();
    withClient
        .withPropertyValues("cosmos-local.tls=" + file)
        .run(
            context -> {
              URI databases = URI.create(context.getBean(LocalCosmos.class).endpoint() + "dbs");
              assertThat(databases).hasScheme("https");
              HttpRequest request = HttpRequest.newBuilder(databases).build();
              assertThat(trusting.send(request, BodyHandlers.discarding()).statusCode())
                  .isEqualTo(401);
            });
  }

  /** Returns a context that trusts only the certificate of a key store. */
  private static SSLContext trusting(Path file) throws Exception {
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(KeyStore.getInstance(file.toFile(), "changeit".toCharArray()));
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  @Test
  void aWrongValueIsReportedWithItsProperty() {
    withClient
        .withPropertyValues("cosmos-local.replica-lag=5")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .isInstanceOf(InvalidConfigurationPropertyValueException.class)
                    .hasMessageContaining("cosmos-local.replica-lag")
                    .hasMessageContaining("'5' is not a time such as 100ms"));
  }

  private static List<String> partitions(AssertableApplicationContext context) {
    context.getBean(Items.class).container();
    return context.getBean(LocalCosmos.class).partitionIds("shop", "orders");
  }

  @Test
  void theApplicationsEmulatorIsUsed() {
    try (LocalCosmos own = LocalCosmos.start()) {
      runner
          .withBean(LocalCosmos.class, () -> own)
          .run(
              context ->
                  assertThat(context.getBean(LocalCosmosConnectionDetails.class).endpoint())
                      .isEqualTo(own.endpoint()));
    }
  }

  @Test
  void theApplicationsConnectionDetailsReplaceTheEmulator() {
    try (LocalCosmos elsewhere = LocalCosmos.start()) {
      withClient
          .withBean(LocalCosmosConnectionDetails.class, () -> new Elsewhere(elsewhere))
          .run(
              context -> {
                context.getBean(Items.class).container();
                assertThat(elsewhere.partitionIds("shop", "orders")).isNotEmpty();
                assertThat(isStarted(context)).isFalse();
              });
    }
  }

  private record Elsewhere(LocalCosmos emulator) implements LocalCosmosConnectionDetails {
    @Override
    public String endpoint() {
      return emulator.endpoint();
    }

    @Override
    public String key() {
      return emulator.key();
    }
  }
}
