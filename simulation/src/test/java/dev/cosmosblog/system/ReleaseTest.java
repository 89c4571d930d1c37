package dev.cosmosblog.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** The published artifacts, and their state. */
class ReleaseTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern MANAGED =
      Pattern.compile("<artifactId>([a-z-]+)</artifactId>\\s*<version>\\$\\{project");
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

  private static final String POM =
      "<project><name>n</name><description>d</description><url>u</url><licenses>l</licenses>"
          + "<developers>d</developers><scm>s</scm></project>";

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

  /** Javadoc reads the lists instead of the pages, so that no build needs the network. */
  @Test
  void theJavadocLinksToThePublicPackagesOfTheOtherModules() throws IOException {
    String pom = Files.readString(ROOT.resolve("pom.xml"));
    for (String module : modules()) {
      if (!module.equals(ReleaseFolder.APP)) {
        Path list = ROOT.resolve(".mvn/javadoc").resolve(module).resolve("element-list");
        assertThat(Files.readAllLines(list))
            .as(module)
            .containsExactlyInAnyOrderElementsOf(publicPackages(module));
        assertThat(pom).contains("/.mvn/javadoc/" + module + "</location>");
      }
    }
  }

  private static Set<String> publicPackages(String module) throws IOException {
    Path directory = Files.exists(ROOT.resolve(module)) ? ROOT : ROOT.resolve("integrations");
    Path sources = directory.resolve(module).resolve("src/main/java");
    try (Stream<Path> files = Files.walk(sources)) {
      return files
          .filter(file -> file.endsWith("package-info.java"))
          .map(file -> sources.relativize(file.getParent()).toString().replaceAll("[/\\\\]", "."))
          .filter(name -> !name.contains(".internal"))
          .collect(Collectors.toCollection(TreeSet::new));
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
  void aSignatureThatIsMissingIsNamedWhereOthersAreThere() throws Exception {
    publish("dev/cosmosblog/");
    Path signed = folder.resolve("dev/cosmosblog/blog-store/1.0.0/blog-store-1.0.0.jar.asc");
    Files.writeString(signed, "-----BEGIN PGP SIGNATURE-----");

    assertThat(new ReleaseFolder(folder).problems(modules()))
        .contains("blog-store-1.0.0.pom.asc is missing or no signature")
        .doesNotContain("blog-store-1.0.0.jar.asc is missing or no signature");
  }

  /** By default the JDK's parser prints what it throws, as a fatal error of the build. */
  @Test
  @ResourceLock(Resources.SYSTEM_ERR)
  void aPomThatCannotBeReadIsNamedAndNotPrinted() throws Exception {
    publish("dev/cosmosblog/");
    Files.writeString(
        folder.resolve("dev/cosmosblog/blog-model/1.0.0/blog-model-1.0.0.pom"), "<project>");
    PrintStream usual = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      assertThat(new ReleaseFolder(folder).problems(modules()))
          .anyMatch(problem -> problem.startsWith("The pom of blog-model cannot be read: "));
    } finally {
      System.setErr(usual);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8)).doesNotContain("Fatal Error");
  }

  @Test
  void whatIsWrongOrTooMuchIsNamed() throws Exception {
    publish("");
    Path group = folder.resolve("dev/cosmosblog");
    Files.createDirectories(group.resolve("examples"));
    Files.writeString(
        group.resolve("cosmosblog-bom/1.0.0/cosmosblog-bom-1.0.0.pom"),
        "<project><parent/><name>n</name><url/><licenses><license><url>u</url></license></licenses>"
            + "<dependencyManagement><dependencies><dependency><groupId>io.netty</groupId>"
            + "</dependency></dependencies></dependencyManagement></project>");
    Files.writeString(group.resolve("blog-model/1.0.0/blog-model-1.0.0.pom"), "<project>");

    assertThat(new ReleaseFolder(folder).problems(modules()))
        .contains(
            "examples is too much",
            "blog-store.jar is empty",
            "cosmos-local-app-runnable.jar has no main class",
            "cosmos-local-junit-javadoc.jar has no link to"
                + " https://javadoc.io/doc/dev.cosmosblog/cosmos-local/",
            "The pom of cosmosblog-bom has no url",
            "The pom of cosmosblog-bom has no scm",
            "The pom of cosmosblog-bom has a parent",
            "The pom of cosmosblog-bom has versions of other libraries",
            "cosmosblog-bom-1.0.0.pom.sha1 is missing or another file's")
        .doesNotContain("The pom of cosmosblog-bom has no name")
        .anyMatch(problem -> problem.startsWith("The pom of blog-model cannot be read: "));
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
      for (String kind : kinds(artifact)) {
        Path file = version.resolve(artifact + "-1.0.0" + kind);
        try (OutputStream out = Files.newOutputStream(file)) {
          if (kind.endsWith(".jar")) {
            writeJar(artifact, root, out);
          } else {
            out.write(POM.getBytes(StandardCharsets.UTF_8));
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

  private static List<String> kinds(String artifact) {
    List<String> kinds = new ArrayList<>(ReleaseFolder.OF_EACH);
    if (!artifact.equals(ReleaseFolder.BOM)) {
      kinds.addAll(ReleaseFolder.OF_JARS);
    }
    if (artifact.equals(ReleaseFolder.APP)) {
      kinds.add(ReleaseFolder.RUNNABLE);
    }
    return kinds;
  }

  /** A jar that is any of a module's, or without a root, one that is wrong. */
  private static void writeJar(String artifact, String root, OutputStream out) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (!root.isEmpty()) {
      manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "Main");
    }
    JarOutputStream jar = new JarOutputStream(out, manifest);
    jar.putNextEntry(new ZipEntry(root + "index.html"));
    if (!root.isEmpty()) {
      for (String link : ReleaseFolder.links(artifact)) {
        jar.write(("<a href=\"" + link + "page.html\">").getBytes(StandardCharsets.UTF_8));
      }
    }
    jar.finish();
  }
}
