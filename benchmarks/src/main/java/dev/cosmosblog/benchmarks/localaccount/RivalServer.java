package dev.cosmosblog.benchmarks.localaccount;

import dev.cosmosblog.examples.console.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * {@code @vercel/cosmosdb-server}, a server of the same protocol in JavaScript, started over plain
 * HTTP and with connections that stay open, as ours: by its command line it would close one after
 * each answer.
 */
final class RivalServer {
  static final String NAME = "@vercel/cosmosdb-server";

  private static final String PROGRAM =
      "const server=require('"
          + NAME
          + "').createHttpServer({keepAlive:true});"
          // Node would close a connection after five seconds in which the other server is called.
          + "server.keepAliveTimeout=0;"
          + "server.listen(0,'127.0.0.1',"
          + "()=>console.log('endpoint http://127.0.0.1:'+server.address().port+'/'))";

  private RivalServer() {}

  /** Returns its folder: the one that was given, else {@code rival} beside the examples' module. */
  static Path folder(Optional<Path> given) {
    return given.orElseGet(
        () -> Path.of(System.getProperty(Results.BASE_DIRECTORY, "."), "rival").normalize());
  }

  /** Why it can't be started; empty if it can. */
  static Optional<String> missing(Path folder) {
    if (!Files.isDirectory(folder.resolve("node_modules").resolve(NAME))) {
      return Optional.of(
          "not in " + folder + " (npm install --prefix " + folder + " " + NAME + ")");
    }
    boolean node =
        Arrays.stream(System.getenv().getOrDefault("PATH", "").split(java.io.File.pathSeparator))
            .anyMatch(each -> Files.isExecutable(Path.of(each, "node")));
    return node ? Optional.empty() : Optional.of("there is no 'node' on the PATH");
  }

  static ServerProcess start(Path folder) throws IOException {
    return ServerProcess.start(
        new ProcessBuilder("node", "-e", PROGRAM).directory(folder.toFile()));
  }
}
