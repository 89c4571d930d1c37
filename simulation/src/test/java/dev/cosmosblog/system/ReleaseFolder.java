package dev.cosmosblog.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * A folder into which {@code mvn -Prelease deploy} published, compared with what a central
 * repository asks for and this project promises.
 *
 * @param folder the folder
 */
record ReleaseFolder(Path folder) {
  static final String BOM = "cosmosblog-bom";
  static final List<String> OF_EACH = List.of(".pom", "-cyclonedx.json", "-cyclonedx.xml");
  static final List<String> OF_JARS = List.of(".jar", "-sources.jar", "-javadoc.jar");
  static final Map<String, String> CHECKSUMS = Map.of(".md5", "MD5", ".sha1", "SHA-1");
  static final String APP = "cosmos-local-app";
  static final String RUNNABLE = "-runnable.jar";
  static final String SIGNATURE = ".asc";

  private static final String JDK = "https://docs.oracle.com/en/java/javase/";

  /** Of another module, which each module's Javadoc names. */
  private static final Map<String, String> LINKED =
      Map.of(
          "blog-store", "blog-model",
          "blog-changefeed", "blog-store",
          "blog-maintenance", "blog-store",
          "blog-micrometer", "blog-changefeed",
          "blog-spring-boot-starter", "blog-store",
          "cosmos-local-junit", "cosmos-local",
          "cosmos-local-spring-boot", "cosmos-local");

  private static final List<String> OF_A_POM =
      List.of("name", "description", "url", "licenses", "developers", "scm");

  /**
   * Returns what is missing, wrong or too much; an empty list for a folder that can be published.
   */
  List<String> problems(Set<String> modules) throws IOException {
    List<String> problems = new ArrayList<>();
    Set<String> expected = new TreeSet<>(modules);
    expected.add(BOM);
    Path group = folder.resolve("dev/cosmosblog");
    Set<String> published = names(group);
    expected.stream().filter(not(published)).map(m -> m + " is missing").forEach(problems::add);
    published.stream().filter(not(expected)).map(m -> m + " is too much").forEach(problems::add);
    for (String module : published) {
      List<String> kinds = new ArrayList<>(OF_EACH);
      if (!module.equals(BOM)) {
        kinds.addAll(OF_JARS);
      }
      if (module.equals(APP)) {
        kinds.add(RUNNABLE);
      }
      for (String kind : kinds) {
        check(module, kind, group.resolve(module), problems);
      }
    }
    return problems;
  }

  /** Returns how the addresses begin that a module's Javadoc links to. */
  static List<String> links(String module) {
    String other = LINKED.get(module);
    return other == null
        ? List.of(JDK)
        : List.of(JDK, "https://javadoc.io/doc/dev.cosmosblog/" + other + "/");
  }

  private static <T> Predicate<T> not(Set<T> set) {
    return element -> !set.contains(element);
  }

  private static Set<String> names(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return new TreeSet<>(
          entries.filter(Files::isDirectory).map(e -> e.getFileName().toString()).toList());
    }
  }

  /** Snapshots have a time and a number instead of the word; the newest is what counts. */
  private void check(String module, String kind, Path directory, List<String> problems)
      throws IOException {
    String name = module + "-[0-9.]+(-[0-9.]+-[0-9]+)?" + kind.replace(".", "\\.");
    try (Stream<Path> files = Files.walk(directory)) {
      List<Path> found =
          files.filter(file -> file.getFileName().toString().matches(name)).sorted().toList();
      if (found.isEmpty()) {
        problems.add(module + kind + " is missing");
        return;
      }
      Path newest = found.get(found.size() - 1);
      CHECKSUMS.forEach((end, algorithm) -> checkSum(newest, end, algorithm, problems));
      if (isSigned()) {
        checkSignature(newest, problems);
      }
      if (kind.equals(".pom")) {
        checkPom(module, newest, problems);
      } else if (kind.endsWith(".jar")) {
        checkJar(module, kind, newest, problems);
      }
    }
  }

  /** Central takes no file without a signature; a check on the way there has none at all. */
  private boolean isSigned() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.anyMatch(file -> file.toString().endsWith(SIGNATURE));
    }
  }

  private static void checkSignature(Path file, List<String> problems) throws IOException {
    Path signature = file.resolveSibling(file.getFileName() + SIGNATURE);
    if (!Files.exists(signature)
        || !Files.readString(signature).startsWith("-----BEGIN PGP SIGNATURE-----")) {
      problems.add(signature.getFileName() + " is missing or no signature");
    }
  }

  private static void checkSum(Path file, String end, String algorithm, List<String> problems) {
    Path sum = file.resolveSibling(file.getFileName() + end);
    try {
      byte[] digest = MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file));
      if (!Files.exists(sum) || !Files.readString(sum).equals(HexFormat.of().formatHex(digest))) {
        problems.add(sum.getFileName() + " is missing or another file's");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void checkPom(String module, Path file, List<String> problems) throws IOException {
    Element pom;
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      DocumentBuilder builder = factory.newDocumentBuilder();
      // Without one, the JDK prints what it throws, too.
      builder.setErrorHandler(new DefaultHandler());
      pom = builder.parse(file.toFile()).getDocumentElement();
    } catch (ParserConfigurationException | SAXException e) {
      problems.add("The pom of " + module + " cannot be read: " + e.getMessage());
      return;
    }
    for (String element : OF_A_POM) {
      if (children(pom, element).allMatch(child -> child.getTextContent().isBlank())) {
        problems.add("The pom of " + module + " has no " + element);
      }
    }
    if (children(pom, "parent").findAny().isPresent()) {
      problems.add("The pom of " + module + " has a parent");
    }
    if (module.equals(BOM)
        && children(pom, "dependencyManagement")
            .flatMap(management -> children(management, "dependencies"))
            .flatMap(dependencies -> children(dependencies, "dependency"))
            .flatMap(dependency -> children(dependency, "groupId"))
            .anyMatch(group -> !group.getTextContent().equals("dev.cosmosblog"))) {
      problems.add("The pom of " + module + " has versions of other libraries");
    }
  }

  /** The element's own children alone: a licence and a developer have names, too. */
  private static Stream<Element> children(Element parent, String name) {
    NodeList nodes = parent.getChildNodes();
    return IntStream.range(0, nodes.getLength())
        .mapToObj(nodes::item)
        .filter(node -> node.getNodeName().equals(name))
        .map(Element.class::cast);
  }

  private static void checkJar(String module, String kind, Path file, List<String> problems)
      throws IOException {
    String name = module + kind;
    try (JarFile jar = new JarFile(file.toFile())) {
      List<String> entries = jar.stream().map(Object::toString).toList();
      if (entries.stream().noneMatch(entry -> entry.startsWith("dev/cosmosblog/"))) {
        problems.add(name + " is empty");
      }
      if (kind.equals(RUNNABLE)
          && (jar.getManifest() == null
              || !jar.getManifest().getMainAttributes().containsKey(Attributes.Name.MAIN_CLASS))) {
        problems.add(name + " has no main class");
      }
      if (kind.equals("-javadoc.jar")) {
        if (entries.stream().anyMatch(e -> e.contains("/internal/"))) {
          problems.add(name + " has packages that are internal");
        }
        Set<String> missing = new TreeSet<>(links(module));
        for (JarEntry page : Collections.list(jar.entries())) {
          if (page.getName().endsWith(".html") && !missing.isEmpty()) {
            String html =
                new String(jar.getInputStream(page).readAllBytes(), StandardCharsets.UTF_8);
            missing.removeIf(link -> html.contains("href=\"" + link));
          }
        }
        missing.forEach(link -> problems.add(name + " has no link to " + link));
      }
    }
  }
}
