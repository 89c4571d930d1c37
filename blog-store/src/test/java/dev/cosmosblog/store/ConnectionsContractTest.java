package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.error.AccessDeniedException;
import dev.cosmosblog.store.error.MisconfiguredException;
import dev.cosmosblog.store.error.SchemaMissingException;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Trap;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import dev.cosmoslocal.request.Consistency;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Accounts and clients that don't work, and databases that are closed. */
class ConnectionsContractTest {
  private static final UserId ANN = UserId.of("ann");
  private static final String WRONG_KEY = Base64.getEncoder().encodeToString(new byte[64]);

  @RegisterExtension
  static final LocalCosmosExtension cosmos = Backend.local(LocalCosmos.builder());

  private static CosmosClientBuilder client(String endpoint, String key) {
    return new CosmosClientBuilder().endpoint(endpoint).key(key).gatewayMode();
  }

  private static void fails(
      CosmosClientBuilder client, Class<? extends MisconfiguredException> type, String text) {
    try (BlogDatabase database = BlogDatabase.connect(client, "blog")) {
      for (Consumer<BlogDatabase> use :
          List.<Consumer<BlogDatabase>>of(
              it -> BlogStore.on(it).findUser(ANN), BlogDatabase::provision)) {
        assertThatThrownBy(() -> use.accept(database))
            .isInstanceOf(type)
            .hasMessageContaining(text)
            .isInstanceOfSatisfying(
                MisconfiguredException.class, thrown -> assertThat(thrown.isTransient()).isFalse());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"not a key, Illegal base64 character", "'', cannot be empty"})
  @Trap(22)
  void aMalformedKeyIsNamed(String key, String text) {
    fails(client(cosmos.requireLocal().endpoint(), key), MisconfiguredException.class, text);
  }

  @ParameterizedTest
  @CsvSource({"htp:/x, Invalid scheme [htp]", "my account, Illegal character in path at index 2"})
  @Trap(22)
  void aMalformedEndpointIsNamed(String endpoint, String text) {
    fails(client(endpoint, WRONG_KEY), MisconfiguredException.class, text);
  }

  @Test
  void aMissingEndpointOrCredentialIsNamed() {
    String endpoint = cosmos.requireLocal().endpoint();
    fails(
        new CosmosClientBuilder().key(WRONG_KEY).gatewayMode(),
        MisconfiguredException.class,
        "the endpoint is missing");
    fails(
        new CosmosClientBuilder().endpoint(endpoint).gatewayMode(),
        MisconfiguredException.class,
        "without any one of key");
  }

  @Test
  void aWrongKeyIsDeniedAtItsEndpoint() {
    String endpoint = cosmos.requireLocal().endpoint();
    fails(client(endpoint, WRONG_KEY), AccessDeniedException.class, "connect to " + stem(endpoint));
  }

  private static String stem(String endpoint) {
    return endpoint.substring(0, endpoint.length() - 1);
  }

  @Test
  void tlsAgainstPlainHttpIsNamed() {
    LocalCosmos emulator = cosmos.requireLocal();
    String endpoint = emulator.endpoint().replace("http://", "https://");
    fails(
        client(endpoint, emulator.key()),
        MisconfiguredException.class,
        "The endpoint " + stem(endpoint) + " doesn't use TLS");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://no-such-host.invalid:8081/", "http://127.0.0.1:1/"})
  @Trap(22)
  void anAccountThatIsNotReachedIsUnavailable(String endpoint) {
    isUnavailable(client(endpoint, WRONG_KEY));
  }

  @Test
  @Trap(22)
  void anAccountThatResetsConnectionsIsUnavailable() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread thread = new Thread(() -> resetConnections(server));
      thread.setDaemon(true);
      thread.start();
      isUnavailable(client("http://127.0.0.1:" + server.getLocalPort() + "/", WRONG_KEY));
    }
  }

  private static void resetConnections(ServerSocket server) {
    while (!server.isClosed()) {
      try (Socket connection = server.accept()) {
        connection.setSoLinger(true, 0);
        // Until the request has arrived.
        connection.getInputStream().read();
      } catch (IOException e) {
        // The test has ended, or the client was first.
      }
    }
  }

  @Test
  @Trap(22)
  void anAccountThatNoLongerAnswersIsUnavailable() {
    LocalCosmos emulator = LocalCosmos.start();
    try (BlogDatabase database =
        withoutRetries(client(emulator.endpoint(), emulator.key())).provision()) {
      BlogStore store = BlogStore.on(database);
      store.createUser("Ann");
      emulator.close();
      isUnavailable(store);
    }
  }

  private static void isUnavailable(CosmosClientBuilder client) {
    try (BlogDatabase database = withoutRetries(client)) {
      isUnavailable(BlogStore.on(database));
    }
  }

  private static BlogDatabase withoutRetries(CosmosClientBuilder client) {
    return BlogDatabase.builder().connect(client, "blog").retryPolicy(RetryPolicy.none()).build();
  }

  private static void isUnavailable(BlogStore store) {
    assertThatThrownBy(() -> store.findUser(ANN))
        .isInstanceOfSatisfying(
            StoreUnavailableException.class, thrown -> assertThat(thrown.isTransient()).isTrue());
  }

  @Test
  void aMissingDatabaseIsNamedWithItsEndpoint() {
    try (BlogDatabase database = BlogDatabase.connect(cosmos.clientBuilder(), "missing")) {
      assertThatThrownBy(() -> BlogStore.on(database).findUser(ANN))
          .isInstanceOf(SchemaMissingException.class)
          .hasMessageContaining("read in users at " + stem(cosmos.requireLocal().endpoint()));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Consistency.class,
      names = {"STRONG", "BOUNDED_STALENESS", "SESSION"})
  void aBlogHasTheConsistencyOfItsAccount(Consistency consistency) {
    try (LocalCosmos emulator =
            LocalCosmos.builder()
                .defaultConsistency(consistency)
                .physicalPartitions(16)
                .replicaLag(Duration.ofHours(1))
                .seed(1)
                .start();
        BlogDatabase writer = connect(emulator).provision();
        BlogDatabase reader = connect(emulator)) {
      int missed = 0;
      for (int i = 0; i < 40; i++) {
        UserId id = UserId.of("u" + i);
        BlogStore.on(writer).createUser(CreateUser.named("User " + i).withId(id));
        missed += BlogStore.on(reader).findUser(id).isEmpty() ? 1 : 0;
      }
      if (consistency == Consistency.SESSION) {
        assertThat(missed).isPositive();
      } else {
        assertThat(missed).isZero();
      }
    }
  }

  @Test
  void aConsistencyThatIsTooWeakIsRejectedByTheFirstRead() {
    try (LocalCosmos emulator =
            LocalCosmos.builder().defaultConsistency(Consistency.EVENTUAL).start();
        BlogDatabase database = connect(emulator);
        BlogDatabase ofClient =
            BlogDatabase.connect(
                cosmos.clientBuilder().consistencyLevel(ConsistencyLevel.EVENTUAL),
                cosmos.freshDatabase().getId())) {
      for (BlogDatabase weak : List.of(database, ofClient)) {
        assertThatThrownBy(() -> BlogStore.on(weak.provision()).findUser(ANN))
            .isInstanceOf(MisconfiguredException.class)
            .hasMessageContaining("the consistency Eventual");
      }
    }
  }

  private static BlogDatabase connect(LocalCosmos emulator) {
    return BlogDatabase.connect(client(emulator.endpoint(), emulator.key()), "blog");
  }

  /** Its clients may be the host's, which stay open. */
  @Test
  void eachCallOfAClosedDatabaseIsAnIllegalState() {
    Blog blog = Blog.on(cosmos);
    BlogDatabase owned =
        BlogDatabase.connect(cosmos.clientBuilder(), blog.cosmosDatabase().getId());
    BlogDatabase ofHost =
        BlogDatabase.builder().client(cosmos.client(), blog.cosmosDatabase().getId()).build();
    for (BlogDatabase database : List.of(owned, ofHost)) {
      BlogStore store = BlogStore.on(database);
      assertThat(store.findUser(ANN)).isEmpty();

      database.close();
      database.close();

      for (Runnable call :
          List.<Runnable>of(
              () -> store.findUser(ANN),
              () -> store.createUser("Ann"),
              () -> BlogStore.on(database).findUser(ANN),
              database::provision)) {
        assertThatThrownBy(call::run)
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("This BlogDatabase is closed");
      }
    }
  }
}
