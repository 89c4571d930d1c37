package dev.cosmosblog.testsupport;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Runs PIT with the tests of the library and the emulator, and compares the mutations that no test
 * detects with a file of accepted ones. {@code mvn -Pmutation} starts it from its source, so it
 * uses nothing but the JDK.
 */
public final class MutationTesting {
  private static final String PIT = "org.pitest.mutationtest.commandline.MutationCoverageReport";
  private static final List<String> MODULES =
      List.of(
          "blog-model",
          "blog-store",
          "blog-changefeed",
          "blog-maintenance",
          "cosmos-local/core",
          "cosmos-local/junit");
  private static final Duration CAP = Duration.ofHours(1);
  private static final List<String> MUTATORS =
      List.of(
          "CONDITIONALS_BOUNDARY",
          "NEGATE_CONDITIONALS",
          "EMPTY_RETURNS",
          "FALSE_RETURNS",
          "NULL_RETURNS",
          "PRIMITIVE_RETURNS",
          "TRUE_RETURNS");
  private static final List<String> JVM =
      List.of(
          "-XX:+EnableDynamicAgentLoading",
          "-XX:-PrintWarnings",
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-Duser.timezone=UTC",
          "-Duser.language=en",
          "-Duser.country=US",
          "-DCOSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED=true",
          "-Djqwik.database=target/jqwik-database",
          "-Djunit.jupiter.execution.parallel.enabled=false");

  private MutationTesting() {}

  /** A mutation, by the text of its line, because a line's number changes with lines above it. */
  record Mutation(String type, String method, String mutator, String line, boolean detected) {
    /** The first two lines of an entry in the file of accepted survivors. */
    String key() {
      return type + "#" + method + " " + mutator + "\n  " + line;
    }
  }

  /**
   * Runs it.
   *
   * @param args the root of the repository, the build's start, the class path of tests, the pattern
   *     of classes, the pattern of tests
   */
  public static void main(String... args) throws Exception {
    Path root = Path.of(args[0]);
    Map<String, Path> sources = sources(root, args[3]);
    if (sources.isEmpty()) {
      throw new IllegalArgumentException(
          "No class has a name like '%s'; give -Dclasses a qualified name or a pattern with *."
              .formatted(args[3]));
    }
    Path reports = root.resolve("target/pit");
    run(command(root, reports, args), Instant.parse(args[1]).plus(CAP));
    List<Mutation> mutations =
        mutations(
            reports.resolve("mutations.xml"), type -> Files.readAllLines(sources.get(outer(type))));
    System.out.print(table(mutations));
    Path accepted = root.resolve(".mvn/accepted-survivors.txt");
    List<String> problems = problems(mutations, Files.readString(accepted));
    problems.forEach(System.err::println);
    if (!problems.isEmpty()) {
      System.err.printf("Compare them with %s and with the report in %s.%n", accepted, reports);
      System.exit(1);
    }
  }

  private static List<String> command(Path root, Path reports, String... args) {
    String code = join(MODULES, ",", module -> root.resolve(module + "/target/classes"));
    String tests =
        join(MODULES, File.pathSeparator, module -> root.resolve(module + "/target/test-classes"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JVM);
    command.addAll(List.of("-cp", tests + File.pathSeparator + args[2], PIT));
    command.addAll(List.of("--reportDir", "" + reports, "--outputFormats", "XML,HTML"));
    command.addAll(List.of("--timestampedReports=false", "--failWhenNoMutations=true"));
    command.addAll(
        List.of(
            "--sourceDirs", join(MODULES, ",", module -> root.resolve(module + "/src/main/java"))));
    command.addAll(List.of("--mutableCodePaths", code));
    command.addAll(List.of("--targetClasses", args[3], "--targetTests", args[4]));
    command.addAll(List.of("--excludedTestClasses", "*FaultMatrix*"));
    command.addAll(List.of("--mutators", String.join(",", MUTATORS)));
    command.addAll(List.of("--jvmArgs", String.join(",", JVM)));
    command.addAll(List.of("--timeoutConst", "15000", "--threads", "2"));
    return command;
  }

  private static String join(List<String> names, String separator, Function<String, Path> paths) {
    return names.stream().map(paths).map(Path::toString).collect(Collectors.joining(separator));
  }

  private static void run(List<String> command, Instant end) throws Exception {
    Process pit = new ProcessBuilder(command).inheritIO().start();
    long left = Duration.between(Instant.now(), end).toMillis();
    if (!pit.waitFor(left, TimeUnit.MILLISECONDS)) {
      pit.descendants().forEach(ProcessHandle::destroyForcibly);
      pit.destroyForcibly().waitFor();
      throw new IllegalStateException(
          "PIT didn't end within %d minutes; give -Dclasses fewer classes or -Dtests fewer tests."
              .formatted(CAP.toMinutes()));
    }
    if (pit.exitValue() != 0) {
      throw new IllegalStateException("PIT failed with exit code " + pit.exitValue() + ".");
    }
  }

  /** Returns the source files of the classes whose names match a pattern of PIT. */
  private static Map<String, Path> sources(Path root, String pattern) throws IOException {
    Pattern names =
        Pattern.compile(
            Stream.of(pattern.split(","))
                .map(glob -> Pattern.quote(glob).replace("*", "\\E.*\\Q"))
                .collect(Collectors.joining("|")));
    Map<String, Path> sources = new TreeMap<>();
    for (String module : MODULES) {
      Path folder = root.resolve(module + "/src/main/java");
      try (Stream<Path> files = Files.walk(folder)) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .forEach(file -> sources.put(name(folder.relativize(file)), file));
      }
    }
    sources.keySet().removeIf(name -> !names.matcher(name).matches());
    return sources;
  }

  private static String name(Path source) {
    String path = source.toString().replace(File.separatorChar, '.');
    return path.substring(0, path.length() - ".java".length());
  }

  private static String outer(String type) {
    return type.replaceFirst("\\$.*", "");
  }

  /** Returns the lines of a class's source. */
  interface Sources {
    List<String> lines(String type) throws IOException;
  }

  /** Reads PIT's report. */
  static List<Mutation> mutations(Path report, Sources sources) throws Exception {
    NodeList found =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(report.toFile())
            .getElementsByTagName("mutation");
    List<Mutation> mutations = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      Element mutation = (Element) found.item(i);
      String type = text(mutation, "mutatedClass");
      int line = Integer.parseInt(text(mutation, "lineNumber"));
      mutations.add(
          new Mutation(
              type,
              text(mutation, "mutatedMethod"),
              text(mutation, "mutator").replaceFirst(".*\\.", ""),
              sources.lines(type).get(line - 1).trim(),
              Boolean.parseBoolean(mutation.getAttribute("detected"))));
    }
    return mutations;
  }

  private static String text(Element mutation, String name) {
    return mutation.getElementsByTagName(name).item(0).getTextContent();
  }

  /** Returns a line for each top-level class: its mutations, how many are killed, and the score. */
  static String table(List<Mutation> mutations) {
    Map<String, List<Mutation>> types =
        mutations.stream()
            .collect(
                Collectors.groupingBy(
                    mutation -> outer(mutation.type()), TreeMap::new, Collectors.toList()));
    StringBuilder table = new StringBuilder("mutations killed score class\n");
    types.forEach(
        (type, all) -> {
          long killed = all.stream().filter(Mutation::detected).count();
          table.append(
              "%9d %6d %4d%% %s\n".formatted(all.size(), killed, killed * 100 / all.size(), type));
        });
    return table.toString();
  }

  /**
   * Compares the survivors with the accepted ones. An entry has three lines: class, method and
   * mutator; the line of code; the reason. It accepts one survivor.
   */
  static List<String> problems(List<Mutation> mutations, String accepted) {
    List<String> problems = new ArrayList<>();
    List<String> open = new ArrayList<>();
    for (String entry :
        accepted
            .lines()
            .filter(MutationTesting::isNoComment)
            .collect(Collectors.joining("\n"))
            .strip()
            .split("\n\\s*\n")) {
      String[] lines = entry.split("\n", 3);
      if (lines.length == 3 && !lines[2].isBlank()) {
        open.add(lines[0] + "\n  " + lines[1].trim());
      } else if (!entry.isEmpty()) {
        problems.add("This entry has no reason as its third line:\n" + entry);
      }
    }
    mutations.stream()
        .filter(mutation -> !mutation.detected())
        .map(Mutation::key)
        .filter(key -> !open.remove(key))
        .map(key -> "No test detects this mutation, and no entry accepts it:\n" + key)
        .forEach(problems::add);
    List<String> types = mutations.stream().map(Mutation::type).distinct().toList();
    open.stream()
        .filter(key -> types.contains(key.replaceFirst("#[^#]*$", "")))
        .map(key -> "An entry accepts a mutation that doesn't survive; remove it:\n" + key)
        .forEach(problems::add);
    return problems;
  }

  private static boolean isNoComment(String line) {
    return !line.startsWith("//");
  }
}
