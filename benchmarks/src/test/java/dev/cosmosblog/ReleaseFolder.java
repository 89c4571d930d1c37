package dev.cosmosblog;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

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
      for (String kind : kinds) {
        check(module, kind, group.resolve(module), problems);
      }
    }
    return problems;
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
  private static void check(String module, String kind, Path directory, List<String> problems)
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
      if (kind.equals(".pom")) {
        checkPom(module, Files.readString(newest), problems);
      } else if (kind.endsWith(".jar")) {
        checkJar(module + kind, newest, problems);
      }
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

  private static void checkPom(String module, String pom, List<String> problems) {
    for (String element : OF_A_POM) {
      if (!pom.contains("<" + element + ">") && !pom.contains("<" + element + " ")) {
        problems.add("The pom of " + module + " has no " + element);
      }
    }
    if (pom.contains("<parent>")) {
      problems.add("The pom of " + module + " has a parent");
    }
    if (module.equals(BOM)
        && Stream.of(pom.split("<dependency>")).skip(1).anyMatch(d -> !d.contains("blog<"))) {
      problems.add("The pom of " + module + " has versions of other libraries");
    }
  }

  private static void checkJar(String name, Path file, List<String> problems) throws IOException {
    try (ZipFile jar = new ZipFile(file.toFile())) {
      List<String> entries = jar.stream().map(Object::toString).toList();
      if (entries.stream().noneMatch(entry -> entry.startsWith("dev/cosmosblog/"))) {
        problems.add(name + " is empty");
      }
      if (name.endsWith("-javadoc.jar")
          && entries.stream().anyMatch(e -> e.contains("/internal/"))) {
        problems.add(name + " has packages that are internal");
      }
    }
  }
}
