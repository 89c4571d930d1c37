package dev.cosmosblog.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The Javadoc of all modules that are published, on pages that link to each other. It reads the
 * sources without module descriptors: the pages of the SDK that it links to have no modules.
 */
final class Javadoc {
  private static final Pattern PUBLISHED =
      Pattern.compile("<artifactId>([a-z-]+)</artifactId>\\s*<version>\\$\\{project");

  private Javadoc() {}

  /** Writes the pages. The class path of this program has everything that the modules use. */
  static void write(Path root, Path folder, List<String> options) throws IOException {
    List<String> arguments = new ArrayList<>(options);
    arguments.addAll(List.of("-quiet", "-notimestamp", "-Xdoclint:all,-missing", "-Werror"));
    arguments.addAll(List.of("-encoding", "UTF-8", "-d", folder.toString()));
    arguments.addAll(List.of("-classpath", System.getProperty("java.class.path")));
    arguments.addAll(List.of("-doctitle", "cosmosblog", "-windowtitle", "cosmosblog"));
    arguments.addAll(List.of("-header", "<a href='{@docRoot}/../index.html'>Documentation</a>"));
    for (String module : published(root)) {
      Path directory = Files.exists(root.resolve(module)) ? root : root.resolve("integrations");
      Path sources = directory.resolve(module).resolve("src/main/java");
      List<Path> files = files(sources);
      arguments.addAll(List.of("-group", module, packages(sources, files)));
      files.forEach(file -> arguments.add(file.toString()));
    }
    int exit =
        ToolProvider.findFirst("javadoc")
            .orElseThrow()
            .run(System.out, System.err, arguments.toArray(String[]::new));
    if (exit != 0) {
      throw new IllegalStateException("javadoc has failed; see above");
    }
  }

  private static List<String> published(Path root) throws IOException {
    return PUBLISHED
        .matcher(Files.readString(root.resolve("cosmosblog-bom/pom.xml")))
        .results()
        .map(module -> module.group(1))
        .toList();
  }

  private static List<Path> files(Path sources) throws IOException {
    try (Stream<Path> files = Files.walk(sources)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.endsWith("module-info.java"))
          .filter(file -> !sources.relativize(file).toString().contains("internal"))
          .sorted()
          .toList();
    }
  }

  private static String packages(Path sources, List<Path> files) {
    return files.stream()
        .map(file -> sources.relativize(file.getParent()).toString().replaceAll("[/\\\\]", "."))
        .distinct()
        .collect(Collectors.joining(":"));
  }
}
