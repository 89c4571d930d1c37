package dev.cosmosblog.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/**
 * Which module may know which. The POMs say so for every module, even for those whose classes this
 * one can't see; {@link ArchitectureTest} has the rules for packages.
 */
class ModuleRulesTest {
  private static final Path ROOT = Path.of("..");
  private static final String OURS = "starts-with(groupId, 'dev.cosmos')";

  private static final Set<String> STORE = Set.of("blog-model", "blog-store");
  private static final Set<String> LIBRARY =
      Set.of("blog-model", "blog-store", "blog-changefeed", "blog-maintenance");
  private static final Set<String> INTEGRATED =
      Set.of(
          "blog-model",
          "blog-store",
          "blog-changefeed",
          "blog-maintenance",
          "blog-micrometer",
          "cosmos-local-spring-boot");

  /** The modules that published ones may depend on outside of their tests. */
  private static final Map<String, Set<String>> KNOWN =
      Map.of(
          "blog-model", Set.of(),
          "blog-store", Set.of("blog-model"),
          "blog-changefeed", STORE,
          "blog-maintenance", STORE,
          "blog-testing", STORE,
          "blog-cli", LIBRARY,
          "blog-micrometer", LIBRARY,
          "blog-spring-boot-starter", INTEGRATED);

  /** Returns our own dependencies by module, in all modules. */
  private static Map<String, Set<String>> dependencies(String condition) throws Exception {
    Map<String, Set<String>> all = new TreeMap<>();
    try (Stream<Path> files = Files.find(ROOT, 4, (file, any) -> file.endsWith("pom.xml"))) {
      for (Path pom : files.filter(file -> !file.toString().contains("target")).toList()) {
        Document document =
            DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile());
        String module =
            XPathFactory.newInstance().newXPath().evaluate("/project/artifactId", document);
        NodeList known =
            (NodeList)
                XPathFactory.newInstance()
                    .newXPath()
                    .evaluate(
                        "/project/dependencies/dependency[%s]/artifactId".formatted(condition),
                        document,
                        XPathConstants.NODESET);
        Set<String> names = all.computeIfAbsent(module, any -> new TreeSet<>());
        for (int i = 0; i < known.getLength(); i++) {
          names.add(known.item(i).getTextContent());
        }
      }
    }
    return all;
  }

  @Test
  void aPublishedModuleDependsOnlyOnThoseBelowIt() throws Exception {
    Map<String, Set<String>> all = dependencies(OURS + " and not(scope = 'test')");
    assertThat(all).containsKeys("blog-model", "blog-micrometer", "cosmos-local");
    KNOWN.forEach(
        (module, known) ->
            assertThat(all.getOrDefault(module, Set.of())).as(module).isSubsetOf(known));
  }

  @Test
  void theEmulatorDoesNotDependOnTheBlog() throws Exception {
    dependencies(OURS).entrySet().stream()
        .filter(module -> module.getKey().startsWith("cosmos-local"))
        .forEach(
            module ->
                assertThat(module.getValue())
                    .as(module.getKey())
                    .allMatch(known -> known.startsWith("cosmos-local")));
  }

  @Test
  void nothingDependsOnTheBenchmarksOrTheSimulation() throws Exception {
    assertThat(dependencies(OURS).values())
        .allSatisfy(known -> assertThat(known).doesNotContain("benchmarks", "simulation"));
  }

  @Test
  void noPackageSpansTwoModules() throws Exception {
    Map<String, Set<String>> modules = new TreeMap<>();
    try (Stream<Path> files =
        Files.find(ROOT, 20, (file, any) -> file.toString().endsWith(".java"))) {
      files
          .map(file -> ROOT.relativize(file).toString())
          .filter(file -> file.contains("/src/main/java/dev/"))
          .forEach(
              file -> {
                String[] parts = file.split("/src/main/java/");
                String name = parts[1].substring(0, parts[1].lastIndexOf('/'));
                modules.computeIfAbsent(name, any -> new TreeSet<>()).add(parts[0]);
              });
    }
    assertThat(modules)
        .containsKey("dev/cosmosblog/store/spi")
        .allSatisfy((name, spanned) -> assertThat(spanned).as(name).hasSize(1));
  }

  /** The examples to copy are separate projects. */
  private static List<String> sources() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .map(file -> ROOT.relativize(file).toString().replace('\\', '/'))
          .filter(file -> file.matches("(?!.*/target/).*/src/main/java/dev/.*[a-z]\\.java"))
          .filter(file -> !file.endsWith("-info.java"))
          .toList();
    }
  }

  @Test
  void noSimpleClassNameOccursTwiceWithinAProduct() throws IOException {
    List<String> names =
        sources().stream()
            .map(
                file ->
                    (file.startsWith("cosmos-local/") ? "emulator: " : "blog: ")
                        + file.substring(file.lastIndexOf('/') + 1))
            .toList();
    assertThat(names).hasSizeGreaterThan(500).doesNotHaveDuplicates();
  }
}
