package dev.cosmosblog.store;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.Tag;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EditComment;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.EditUser;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.Moderation;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.error.AccessDeniedException;
import dev.cosmosblog.store.error.MisconfiguredException;
import dev.cosmosblog.store.error.SchemaMissingException;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.store.query.SessionToken;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Trap;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import dev.cosmoslocal.request.Consistency;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Accounts and clients that don't work, and databases that are closed. */
class ConnectionsContractTest {
  private static final UserId ANN = UserId.of("ann");
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final byte[] REQUEST = new byte[8_192];
  private static final List<String> REGIONS = List.of("West Europe");
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
  @Trap(22)
  void theKeyOfAConnectionStringIsNotRepeated() {
    String text = "AccountEndpoint=https://a.example/;AccountKey=" + WRONG_KEY + ";";
    try (BlogDatabase database = BlogDatabase.connect(client(text, WRONG_KEY), "blog")) {
      assertThatThrownBy(database::provision)
          .isInstanceOf(MisconfiguredException.class)
          .hasMessageContaining("is a connection string")
          .satisfies(
              thrown -> assertThat(Throwables.getStackTrace(thrown)).doesNotContain(WRONG_KEY));
    }
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

  @Test
  @Trap(22)
  void anUntrustedCertificateIsNamed(@TempDir Path folder) throws Exception {
    try (LocalCosmos emulator = LocalCosmos.builder().tls(untrusted(folder)).start()) {
      fails(
          client(emulator.endpoint(), emulator.key()),
          MisconfiguredException.class,
          "add its certificate to the JVM's trust store");
    }
  }

  private static SSLContext untrusted(Path folder) throws Exception {
    char[] password = "changeit".toCharArray();
    Path file = folder.resolve("account.p12");
    ProcessBuilder keytool =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-keyalg",
            "EC",
            "-dname",
            "CN=localhost",
            "-keystore",
            file.toString(),
            "-storepass",
            new String(password));
    assertThat(keytool.start().waitFor()).isZero();
    KeyStore store = KeyStore.getInstance(file.toFile(), password);
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, password);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
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
    try (ServerSocket server =
        server(
            connection -> {
              connection.setSoLinger(true, 0);
              // Until the request has arrived.
              connection.getInputStream().read();
            })) {
      isUnavailable(client(endpoint(server), WRONG_KEY));
    }
  }

  @Test
  @Trap(22)
  void anAccountThatClosesConnectionsIsUnavailable() throws IOException {
    try (ServerSocket server = server(connection -> connection.getInputStream().read(REQUEST))) {
      isUnavailable(client(endpoint(server), WRONG_KEY));
    }
  }

  /**
   * With the discovery of endpoints, the SDK would repeat a read 120 times, because another region
   * of the account could respond.
   */
  @Test
  @Trap(22)
  void anAccountThatClosesAllConnectionsButItsOwnIsUnavailable() throws IOException {
    try (ServerSocket server = account(Integer.MAX_VALUE)) {
      isUnavailable(client(endpoint(server), WRONG_KEY).endpointDiscoveryEnabled(false));
    }
  }

  /** The SDK then looks for the account in its region, which no DNS name is made of. */
  @Test
  @Trap(22)
  void anAccountThatNoLongerAnswersInItsRegionIsUnavailable() throws IOException {
    try (ServerSocket server = account(1)) {
      isUnavailable(client(endpoint(server), WRONG_KEY));
    }
  }

  @Test
  @Trap(22)
  void anAccountThatIsNotReachedInAPreferredRegionIsUnavailable() {
    isUnavailable(client("http://localhost:1/", WRONG_KEY).preferredRegions(REGIONS));
  }

  /** Even if the account responds. */
  @Test
  @Trap(22)
  void aPreferredRegionOfAnAddressIsNamed() {
    LocalCosmos emulator = cosmos.requireLocal();
    fails(
        client("http://127.0.0.1:" + emulator.port() + "/", emulator.key())
            .preferredRegions(REGIONS),
        MisconfiguredException.class,
        "or no preferredRegions");
  }

  @Test
  void aPreferredRegionThatTheAccountDoesNotHaveIsIgnored() {
    LocalCosmos emulator = cosmos.requireLocal();
    CosmosClientBuilder client = emulator.clientBuilder().preferredRegions(REGIONS);
    try (BlogDatabase database =
        BlogDatabase.connect(client, cosmos.freshDatabase().getId()).provision()) {
      assertThat(BlogStore.on(database).findUser(ANN)).isEmpty();
    }
  }

  private interface Connection {
    void handle(Socket socket) throws IOException;
  }

  /** Handles connections one after the other, and then closes them. */
  private static ServerSocket server(Connection connection) throws IOException {
    ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(() -> serve(server, connection));
    thread.setDaemon(true);
    thread.start();
    return server;
  }

  private static void serve(ServerSocket server, Connection connection) {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        connection.handle(socket);
      } catch (IOException e) {
        // The test has ended, or the client was first.
      }
    }
  }

  private static String endpoint(ServerSocket server) {
    return "http://127.0.0.1:" + server.getLocalPort() + "/";
  }

  /**
   * Returns the properties of an account with a single region for some requests, and closes the
   * connections of all others.
   */
  private static ServerSocket account(int responses) throws IOException {
    AtomicInteger left = new AtomicInteger(responses);
    return server(
        connection -> {
          int length = connection.getInputStream().read(REQUEST);
          boolean ofAccount = new String(REQUEST, 0, length, US_ASCII).startsWith("GET / ");
          if (!ofAccount || left.getAndDecrement() <= 0) {
            return;
          }
          String region =
              "[{'name':'Atlantis','databaseAccountEndpoint':'http://127.0.0.1:%d/'}]"
                  .formatted(connection.getLocalPort());
          String body =
              ("{'id':'account','writableLocations':%s,'readableLocations':%s,"
                      + "'userConsistencyPolicy':{'defaultConsistencyLevel':'Session'},"
                      + "'queryEngineConfiguration':'{}'}")
                  .formatted(region, region)
                  .replace('\'', '"');
          connection
              .getOutputStream()
              .write(
                  ("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s")
                      .formatted(body.length(), body)
                      .getBytes(US_ASCII));
        });
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
      isUnavailable(database::provision);
    }
  }

  private static BlogDatabase withoutRetries(CosmosClientBuilder client) {
    return BlogDatabase.builder().connect(client, "blog").retryPolicy(RetryPolicy.none()).build();
  }

  private static void isUnavailable(BlogStore store) {
    isUnavailable(() -> store.findUser(ANN));
  }

  private static void isUnavailable(ThrowingCallable call) {
    assertThatThrownBy(call)
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
                .consistency(consistency)
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
    try (LocalCosmos emulator = LocalCosmos.builder().consistency(Consistency.EVENTUAL).start();
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
    String name = blog.cosmosDatabase().getId();
    BlogDatabase owned =
        BlogDatabase.builder().connect(cosmos.clientBuilder(), name).listings().build();
    BlogDatabase ofHost = BlogDatabase.builder().client(cosmos.client(), name).listings().build();
    for (BlogDatabase database : List.of(owned, ofHost)) {
      BlogStore store = BlogStore.on(database);
      assertThat(store.findUser(ANN)).isEmpty();
      List<Runnable> calls = new ArrayList<>(calls(store));
      calls.add(() -> BlogStore.on(database).findUser(ANN));
      calls.add(() -> store.withTimeout(SOON).findUser(ANN));
      calls.add(() -> store.withSession(SessionToken.EMPTY).findUser(ANN));
      calls.add(database::provision);
      calls.add(database::adoptStoredSettings);
      calls.add(() -> database.unwrap(CosmosClient.class));

      database.close();
      database.close();

      for (Runnable call : calls) {
        assertThatThrownBy(call::run)
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("This BlogDatabase is closed");
      }
    }
  }

  /** Each method of the store. */
  private static List<Runnable> calls(BlogStore store) {
    PageRequest page = PageRequest.first(10);
    PostId post = PostId.of("p");
    CommentId comment = CommentId.of("c");
    return List.of(
        () -> store.createUser("Ann"),
        () -> store.renameUser(ANN, "Anna"),
        () -> store.editUser(EditUser.of(ANN).property("bio", "…")),
        () -> store.eraseUser(EraseUser.remove(ANN)),
        () -> store.findUser(ANN),
        () -> store.findUserByUsername("Ann"),
        () -> store.createPost(CreatePost.of(ANN, "Title", "Text")),
        () -> store.editPost(EditPost.of(post).title("Title")),
        () -> store.publishPost(post),
        () -> store.deletePost(post),
        () -> store.findPost(post),
        () -> store.findPostBySlug(Slug.of("slug")),
        () -> store.postsOf(ANN, page),
        () -> store.recentPosts(10),
        () -> store.archive(page),
        () -> store.archive(YearMonth.of(2026, 1), page),
        () -> store.archiveMonths(page),
        () -> store.postsByTag(Tag.of("tag"), page),
        () -> store.tags(page),
        () -> store.createComment(CreateComment.of(post, ANN, "Text")),
        () -> store.editComment(new EditComment(post, comment, "Text")),
        () -> store.hideComment(post, comment),
        () -> store.showComment(post, comment),
        () -> store.approveComment(post, comment),
        () -> store.moderateComments(Moderation.HIDE, List.of()),
        () -> store.deleteComment(post, comment),
        () -> store.closeComments(post),
        () -> store.openComments(post),
        () -> store.findComment(post, comment),
        () -> store.commentsOf(post, page),
        () -> store.pendingComments(page),
        () -> store.likePost(post, ANN),
        () -> store.unlikePost(post, ANN),
        () -> store.likesOf(post, page),
        () -> store.findLike(post, ANN),
        () -> store.likedPosts(ANN, Set.of(post)),
        () -> store.likedPosts(ANN, Set.of()));
  }
}
