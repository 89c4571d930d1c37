package dev.cosmosblog.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmoslocal.LocalCosmos;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.lang.module.ModuleDescriptor;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The module descriptors of the blog's jars, and an application that uses them. */
@Tag("slow")
class ModulesTest {
  /** Libraries of tests and of programs, which an application does not have. */
  private static final Pattern NOT_THE_APPLICATIONS =
      Pattern.compile(
          ".*(cosmos-local|blog-testing|examples|benchmarks|junit|assertj|archunit|jqwik|opentest4j"
              + "|apiguardian|xchart|VectorGraphics2D|rhino|joni|jcodings|h2-mvstore|byte-buddy|mockito|surefire"
              + "|graphics2d|animated-gif|pdfbox|epsgraphics|fontbox|commons-logging).*");

  private static final String APPLICATION =
      """
      package app;

      import com.azure.cosmos.CosmosClientBuilder;
      import dev.cosmosblog.changefeed.BlogChangeFeed;
      import dev.cosmosblog.maintenance.BlogVerifier;
      import dev.cosmosblog.model.Post;
      import dev.cosmosblog.model.User;
      import dev.cosmosblog.store.BlogDatabase;
      import dev.cosmosblog.store.BlogStore;
      import java.time.Duration;

      public class App {
        public static void main(String[] args) throws Exception {
          CosmosClientBuilder builder =
              new CosmosClientBuilder().endpoint(args[0]).key(args[1]).gatewayMode();
          try (BlogDatabase database = BlogDatabase.connect(builder, "blog").provision();
              BlogChangeFeed copies = BlogChangeFeed.start(database)) {
            BlogStore blog = BlogStore.on(database);
            User ann = blog.createUser("Ann").value();
            Post post = blog.createPost(ann, "Hello", "My first post").value();
            blog.createComment(post.id(), ann, "And my first comment");
            copies.awaitDrained(Duration.ofMinutes(1));
            BlogVerifier.builder(database);
            System.out.println(
                blog.recentPosts(1).get(0).title()
                    + " with " + blog.findPost(post.id()).get().commentCount() + " comment, in "
                    + App.class.getModule());
          }
        }
      }
      """;

  private static final String DESCRIPTOR =
      """
      module app {
        requires dev.cosmosblog.changefeed;
        requires dev.cosmosblog.maintenance;
      }
      """;

  @TempDir Path directory;

  @Test
  void theModulesExportOnlyTheirPublicPackages() throws IOException {
    Map<String, Object> exported = new TreeMap<>();
    for (URL url :
        Collections.list(getClass().getClassLoader().getResources("module-info.class"))) {
      try (InputStream in = url.openStream()) {
        ModuleDescriptor module = ModuleDescriptor.read(in);
        if (module.name().startsWith("dev.cosmosblog")) {
          exported.put(module.name(), exportsOf(module));
        }
      }
    }
    assertThat(exported)
        .isEqualTo(
            Map.of(
                "dev.cosmosblog.model",
                List.of("dev.cosmosblog.model", "dev.cosmosblog.model.item"),
                "dev.cosmosblog.store",
                List.of(
                    "dev.cosmosblog.store",
                    "dev.cosmosblog.store.command",
                    "dev.cosmosblog.store.config",
                    "dev.cosmosblog.store.error",
                    "dev.cosmosblog.store.internal.cosmos to our modules",
                    "dev.cosmosblog.store.internal.item to our modules",
                    "dev.cosmosblog.store.internal.kernel to our modules",
                    "dev.cosmosblog.store.internal.repository to our modules",
                    "dev.cosmosblog.store.internal.schema to our modules",
                    "dev.cosmosblog.store.observe",
                    "dev.cosmosblog.store.query",
                    "dev.cosmosblog.store.spi to our modules"),
                "dev.cosmosblog.changefeed",
                List.of(
                    "dev.cosmosblog.changefeed",
                    "dev.cosmosblog.changefeed.observe",
                    "dev.cosmosblog.changefeed.view"),
                "dev.cosmosblog.maintenance",
                List.of("dev.cosmosblog.maintenance", "dev.cosmosblog.maintenance.report"),
                "dev.cosmosblog.testing",
                List.of("dev.cosmosblog.testing")));
  }

  private static List<String> exportsOf(ModuleDescriptor module) {
    TreeSet<String> exports = new TreeSet<>();
    for (ModuleDescriptor.Exports export : module.exports()) {
      assertThat(export.targets())
          .as("modules that see %s", export.source())
          .allMatch(target -> target.startsWith("dev.cosmosblog."));
      exports.add(export.source() + (export.isQualified() ? " to our modules" : ""));
    }
    return List.copyOf(exports);
  }

  @Test
  void anApplicationCompilesAndRunsOnTheModulePath() throws Exception {
    compile(Map.of("module-info", DESCRIPTOR, "app/App", APPLICATION));
    assertThat(
            run("--module-path", directory + File.pathSeparator + libraries(), "-m", "app/app.App"))
        .contains("Hello with 1 comment, in module app");
  }

  private static String libraries() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !NOT_THE_APPLICATIONS.matcher(entry).matches())
        .collect(Collectors.joining(File.pathSeparator));
  }

  private void compile(Map<String, String> sources) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<Path> files = new ArrayList<>();
    for (Map.Entry<String, String> source : sources.entrySet()) {
      Path file = directory.resolve("src").resolve(source.getKey() + ".java");
      Files.createDirectories(file.getParent());
      files.add(Files.writeString(file, source.getValue()));
    }
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      Iterable<? extends JavaFileObject> units = manager.getJavaFileObjectsFromPaths(files);
      List<String> options =
          List.of("-proc:none", "-d", directory.toString(), "--module-path", libraries());
      assertThat(compiler.getTask(messages, manager, null, options, null, units).call())
          .as("the compiler's messages: %s", messages)
          .isTrue();
    }
  }

  private static String run(String... arguments) throws Exception {
    try (LocalCosmos account = LocalCosmos.builder().physicalPartitions(1).start()) {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.add("-XX:TieredStopAtLevel=1");
      command.add("-DCOSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED=true");
      command.addAll(List.of(arguments));
      command.addAll(List.of(account.endpoint(), account.key()));
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).as("exit code; its output: %s", output).isZero();
      return output;
    }
  }
}
