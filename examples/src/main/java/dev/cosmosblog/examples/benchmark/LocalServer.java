package dev.cosmosblog.examples.benchmark;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Starts the example {@code account} as a process. */
final class LocalServer {
  private static final String LAUNCHER = "dev.cosmosblog.examples.account.Account";

  private LocalServer() {}

  static ServerProcess start(String... options) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    ProcessBuilder command = new ProcessBuilder(java);
    command.command().addAll(List.of(options));
    command.command().addAll(List.of("-cp", classPath(), LAUNCHER, "--port", "0"));
    return ServerProcess.start(command);
  }

  /** Maven runs an example in a class loader of its own, whose path is not the process's. */
  private static String classPath() {
    return LocalServer.class.getClassLoader() instanceof URLClassLoader loader
        ? Arrays.stream(loader.getURLs())
            .map(LocalServer::path)
            .collect(Collectors.joining(File.pathSeparator))
        : System.getProperty("java.class.path");
  }

  private static String path(URL url) {
    try {
      return Path.of(url.toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(url + " is no file", e);
    }
  }
}
