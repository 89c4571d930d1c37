package dev.cosmosblog.benchmarks.emulator;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosContainerProperties;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.testsupport.ChildProcess;
import dev.cosmoslocal.app.CosmosLocal;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A server of the protocol in its own process, with a client of the SDK.
 *
 * @param name its name in tables
 * @param usage what its process takes
 */
record Server(String name, ServerUsage usage, ChildProcess process, CosmosClient client)
    implements AutoCloseable {
  static final String EMULATOR = "cosmos-local";

  /** The name of the other server. */
  static final String RIVAL = "vercel";

  /** The npm package of the other server. */
  static final String OTHER = "@vercel/cosmosdb-server";

  private static final String DATABASE = "benchmark";

  /** With two processors, other collectors take processor time for additional threads. */
  private static final String COLLECTOR = "-XX:+UseSerialGC";

  /**
   * Starts the other server over plain HTTP and with connections that stay open, as the emulator's
   * do: its command line closes a connection after each response, and Node after five seconds.
   */
  private static final String OTHER_PROGRAM =
      "const server=require('"
          + OTHER
          + "').createHttpServer({keepAlive:true});server.keepAliveTimeout=0;"
          + "server.listen(0,'127.0.0.1',"
          + "()=>console.log('endpoint http://127.0.0.1:'+server.address().port+'/'))";

  /** Starts the emulator with options of the virtual machine. */
  static Server startEmulator(String... options) throws IOException, InterruptedException {
    return start(EMULATOR, emulator(List.of(options)), CosmosClientBuilder::gatewayMode);
  }

  private static ProcessBuilder emulator(List<String> options, String... settings) {
    return ChildProcess.java(
        CosmosLocal.class,
        Stream.concat(Stream.of(COLLECTOR), options.stream()).toList(),
        Stream.concat(Stream.of("--port", "0", "--physical-partitions", "5"), Stream.of(settings))
            .toArray(String[]::new));
  }

  /** Starts the other server, which npm installed in a folder. */
  static Server startOther(Path folder) throws IOException, InterruptedException {
    return start(
        RIVAL,
        new ProcessBuilder("node", "-e", OTHER_PROGRAM).directory(folder.toFile()),
        CosmosClientBuilder::gatewayMode);
  }

  /** Starts the emulator with TLS, with a client in gateway mode. */
  static Server startWithTls(Path certificate) throws IOException, InterruptedException {
    return start(EMULATOR + ", TLS", withTls(certificate), CosmosClientBuilder::gatewayMode);
  }

  /**
   * Starts the emulator with TLS, with a client in direct mode. By default, this client sends a
   * request up to 100 ms later if there are no others (Azure/azure-sdk-for-java pull request
   * 22991).
   */
  static Server startDirect(Path certificate) throws IOException, InterruptedException {
    System.getProperties()
        .putIfAbsent(
            "azure.cosmos.directTcp.defaultOptions",
            "{\"idleChannelTimerResolution\":\"PT0.001S\"}");
    return start(EMULATOR + ", direct", withTls(certificate), CosmosClientBuilder::directMode);
  }

  private static ProcessBuilder withTls(Path certificate) {
    return emulator(List.of(), "--tls", certificate.toString());
  }

  private static Server start(
      String name, ProcessBuilder command, UnaryOperator<CosmosClientBuilder> mode)
      throws IOException, InterruptedException {
    ChildProcess process = ChildProcess.start(command);
    CosmosClient client = client(process.awaitLine("endpoint "), mode);
    ProcessHandle handle = ProcessHandle.of(process.pid()).orElseThrow();
    return new Server(name, new ServerUsage(handle), process, client);
  }

  /** Returns why the other server can't be started; empty if it can. */
  static Optional<String> missing(Path folder) {
    if (!Files.isDirectory(folder.resolve("node_modules").resolve(OTHER))) {
      return Optional.of("not in %s (npm install --prefix %s %s)".formatted(folder, folder, OTHER));
    }
    boolean node =
        Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
            .anyMatch(each -> Files.isExecutable(Path.of(each, "node")));
    return node ? Optional.empty() : Optional.of("'node' isn't on the PATH; install Node.js");
  }

  static CosmosClient client(String endpoint) {
    return client(endpoint, CosmosClientBuilder::gatewayMode);
  }

  private static CosmosClient client(String endpoint, UnaryOperator<CosmosClientBuilder> mode) {
    System.getProperties().putIfAbsent("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
    return mode.apply(new CosmosClientBuilder())
        .endpoint(endpoint)
        .key(Endpoint.WELL_KNOWN_KEY)
        .consistencyLevel(ConsistencyLevel.SESSION)
        // The other server returns an https address.
        .endpointDiscoveryEnabled(false)
        .buildClient();
  }

  CosmosContainer container(CosmosContainerProperties properties) {
    client.createDatabaseIfNotExists(DATABASE);
    client.getDatabase(DATABASE).createContainerIfNotExists(properties);
    return client.getDatabase(DATABASE).getContainer(properties.getId());
  }

  @Override
  public void close() {
    client.close();
    process.close();
  }
}
