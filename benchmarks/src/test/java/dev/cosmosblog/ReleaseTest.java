package dev.cosmosblog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** What is published, and in which state. */
class ReleaseTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern MANAGED =
      Pattern.compile("<artifactId>([a-z-]+)</artifactId>\\s*<version>\\$\\{project");
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
  private static final Pattern EXPORT = Pattern.compile("(?m)^ *exports ([a-z.]+);$");

  @TempDir Path folder;

  @Test
  void theBillOfMaterialsNamesAllModulesThatArePublished() throws IOException {
    assertThat(modules()).isEqualTo(published(ROOT));
  }

  private static Set<String> published(Path folder) throws IOException {
    Set<String> published = new TreeSet<>();
    for (String module : all(MODULE, folder.resolve("pom.xml"))) {
      String pom = Files.readString(folder.resolve(module).resolve("pom.xml"));
      if (pom.contains("<module>")) {
        published.addAll(published(folder.resolve(module)));
      } else if (!pom.contains("<maven.deploy.skip>true<") && !pom.contains("<packaging>pom<")) {
        published.add(Path.of(module).getFileName().toString());
      }
    }
    return published;
  }

  @Test
  void theJavadocLinksToTheExportedPackages() throws IOException {
    for (String module : List.of("blog-changefeed", "blog-model", "blog-store")) {
      assertThat(Files.readAllLines(ROOT.resolve(".mvn/javadoc").resolve(module + "/element-list")))
          .containsExactlyInAnyOrderElementsOf(
              all(EXPORT, ROOT.resolve(module).resolve("src/main/java/module-info.java")));
    }
  }

  @Test
  void aFolderThatHasEverythingHasNoProblem() throws Exception {
    publish("dev/cosmosblog/");

    assertThat(new ReleaseFolder(folder).problems(modules())).isEmpty();
  }

  @Test
  void everyFileThatIsMissingIsNamed() throws Exception {
    publish("dev/cosmosblog/");
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        byte[] content = Files.readAllBytes(file);
        Files.delete(file);
        assertThat(new ReleaseFolder(folder).problems(modules()))
            .as("without " + file.getFileName())
            .hasSize(1);
        Files.write(file, content);
      }
    }
  }

  @Test
  void whatIsWrongOrTooMuchIsNamed() throws Exception {
    publish("");
    Path group = folder.resolve("dev/cosmosblog");
    Files.createDirectories(group.resolve("examples"));
    Files.writeString(
        group.resolve("cosmosblog-bom/1.0.0/cosmosblog-bom-1.0.0.pom"), "<parent><dependency>io");

    assertThat(new ReleaseFolder(folder).problems(modules()))
        .contains(
            "examples is too much",
            "blog-store.jar is empty",
            "The pom of cosmosblog-bom has no scm",
            "The pom of cosmosblog-bom has a parent",
            "The pom of cosmosblog-bom has versions of other libraries",
            "cosmosblog-bom-1.0.0.pom.sha1 is missing or another file's");
  }

  /** After the command in {@code RELEASING.md}, whose folder the property names. */
  @Test
  @EnabledIfSystemProperty(named = "cosmosblog.release", matches = ".+")
  void theReleaseIsComplete() throws IOException {
    Path release = ROOT.resolve(System.getProperty("cosmosblog.release"));

    assertThat(new ReleaseFolder(release).problems(modules())).isEmpty();
  }

  private static Set<String> modules() throws IOException {
    return all(MANAGED, ROOT.resolve("cosmosblog-bom/pom.xml"));
  }

  private static Set<String> all(Pattern pattern, Path file) throws IOException {
    return pattern
        .matcher(Files.readString(file))
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private void publish(String root) throws Exception {
    Set<String> artifacts = modules();
    artifacts.add(ReleaseFolder.BOM);
    for (String artifact : artifacts) {
      Path version = folder.resolve("dev/cosmosblog").resolve(artifact).resolve("1.0.0");
      Files.createDirectories(version);
      boolean jars = !artifact.equals(ReleaseFolder.BOM);
      for (String kind :
          Stream.concat(
                  ReleaseFolder.OF_EACH.stream(),
                  jars ? ReleaseFolder.OF_JARS.stream() : Stream.of())
              .toList()) {
        Path file = version.resolve(artifact + "-1.0.0" + kind);
        try (OutputStream out = Files.newOutputStream(file)) {
          if (kind.endsWith(".jar")) {
            ZipOutputStream jar = new ZipOutputStream(out);
            jar.putNextEntry(new ZipEntry(root + "index.html"));
            jar.finish();
          } else {
            out.write("<name><description><url><licenses><developers><scm>".getBytes());
          }
        }
        for (Map.Entry<String, String> sum : ReleaseFolder.CHECKSUMS.entrySet()) {
          byte[] digest =
              MessageDigest.getInstance(sum.getValue()).digest(Files.readAllBytes(file));
          Files.writeString(
              version.resolve(file.getFileName() + sum.getKey()), HexFormat.of().formatHex(digest));
        }
      }
    }
  }
}
