package dev.cosmosblog.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.properties.CanBeAnnotated;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.Trap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The last column in the tables of invariants and traps in {@code docs/data-model.md} lists the
 * tests that {@link Invariant} and {@link Trap} mark, in all modules. {@code mvn test
 * -Dtest=DataModelPageTest -Dsurefire.failIfNoSpecifiedTests=false -Dupdate.docs=true} rewrites it.
 */
class DataModelPageTest {
  private static final Path ROOT = Path.of("..");
  private static final Path PAGE = ROOT.resolve("docs/data-model.md");
  private static final int INVARIANTS = 15;
  private static final int TRAPS = 21;

  /** A row of either table: its key, and where its last cell begins. */
  private static final Pattern ROW =
      Pattern.compile("^(\\| (I?\\d+)(?: \\||\\. ).* \\|)[^|]*\\|$", Pattern.MULTILINE);

  /** The marked tests by invariant ({@code I4}) or trap ({@code 11}). */
  private static Map<String, SortedSet<String>> markedTests() throws IOException {
    Map<String, SortedSet<String>> tests = new TreeMap<>();
    for (JavaClass type : new ClassFileImporter().importPaths(testClasses())) {
      keys(type).forEach(key -> add(tests, key, type.getSimpleName()));
      for (JavaMethod method : type.getMethods()) {
        String name = type.getSimpleName() + "#" + method.getName();
        keys(method).forEach(key -> add(tests, key, name));
      }
    }
    return tests;
  }

  private static void add(Map<String, SortedSet<String>> tests, String key, String test) {
    tests.computeIfAbsent(key, first -> new TreeSet<>()).add("`" + test + "`");
  }

  private static Stream<String> keys(CanBeAnnotated test) {
    Stream<String> invariants =
        test.isAnnotatedWith(Invariant.class) ? invariants(test) : Stream.empty();
    Stream<String> traps = test.isAnnotatedWith(Trap.class) ? traps(test) : Stream.empty();
    return Stream.concat(invariants, traps);
  }

  private static Stream<String> invariants(CanBeAnnotated test) {
    return Stream.of(annotation(test, Invariant.class).value());
  }

  private static Stream<String> traps(CanBeAnnotated test) {
    return IntStream.of(annotation(test, Trap.class).value()).mapToObj(String::valueOf);
  }

  private static <A extends java.lang.annotation.Annotation> A annotation(
      CanBeAnnotated test, Class<A> type) {
    return test instanceof JavaClass marked
        ? marked.getAnnotationOfType(type)
        : ((JavaMethod) test).getAnnotationOfType(type);
  }

  /** The compiled tests of every module that has been built. */
  private static Path[] testClasses() throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      return modules
          .map(module -> module.resolve("target/test-classes"))
          .filter(Files::isDirectory)
          .toArray(Path[]::new);
    }
  }

  private static Stream<String> allKeys() {
    return Stream.concat(
        IntStream.rangeClosed(1, INVARIANTS).mapToObj(invariant -> "I" + invariant),
        IntStream.rangeClosed(1, TRAPS).mapToObj(String::valueOf));
  }

  @Test
  void everyInvariantAndTrapHasARowAndATest() throws IOException {
    List<String> rows =
        ROW.matcher(Files.readString(PAGE)).results().map(row -> row.group(2)).toList();
    assertThat(rows).as("rows").containsExactlyInAnyOrderElementsOf(allKeys().toList());
    assertThat(markedTests().keySet())
        .as("invariants and traps that tests of the modules in %s guard", testModules())
        .containsExactlyInAnyOrderElementsOf(rows);
  }

  /** Maven may build these modules after this one, so that their tests may not be compiled yet. */
  @ParameterizedTest
  @ValueSource(strings = {"integrations", "examples/web", "benchmarks/spring-data", "site"})
  void aModuleThatIsBuiltLaterMarksNoTest(String module) throws IOException {
    try (Stream<Path> files = Files.walk(ROOT.resolve(module))) {
      List<Path> sources = files.filter(file -> file.toString().endsWith(".java")).toList();
      assertThat(sources)
          .isNotEmpty()
          .allSatisfy(
              source ->
                  assertThat(source)
                      .content()
                      .as("Move the test to a module that is built before, such as examples.")
                      .doesNotContain(Invariant.class.getPackageName() + "."));
    }
  }

  private static String testModules() throws IOException {
    return Stream.of(testClasses()).map(Path::toString).collect(Collectors.joining(", "));
  }

  @Test
  void thePageListsTheTestsOfEachInvariantAndTrap() throws IOException {
    Map<String, SortedSet<String>> tests = markedTests();
    String expected =
        ROW.matcher(Files.readString(PAGE))
            .replaceAll(row -> row.group(1) + " " + cell(tests, row.group(2)) + " |");
    if (Boolean.getBoolean("update.docs")) {
      Files.writeString(PAGE, expected);
    }
    assertThat(Files.readString(PAGE))
        .as("docs/data-model.md; rewrite it with -Dupdate.docs=true")
        .isEqualTo(expected);
  }

  private static String cell(Map<String, SortedSet<String>> tests, String key) {
    return String.join("<br>", tests.getOrDefault(key, new TreeSet<>()));
  }
}
