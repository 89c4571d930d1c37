package dev.cosmosblog.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.properties.CanBeAnnotated;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.Trap;
import java.io.IOException;
import java.lang.annotation.Annotation;
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

/**
 * Every invariant and trap in {@code docs/correctness.md} has a test that {@link Invariant} or
 * {@link Trap} marks. The tests by name are written to {@code target/tests-by-invariant.md}.
 */
class MarkedTestsTest {
  private static final Path ROOT = Path.of("..");
  private static final Path PAGE = ROOT.resolve("docs/correctness.md");
  private static final Path LIST = Path.of("target", "tests-by-invariant.md");
  private static final Pattern ROW = Pattern.compile("^\\| (I?\\d+) \\|", Pattern.MULTILINE);

  /** Returns the marked tests by invariant ({@code I4}) or trap ({@code 11}). */
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
    tests.computeIfAbsent(key, first -> new TreeSet<>()).add(test);
  }

  private static Stream<String> keys(CanBeAnnotated test) {
    Stream<String> invariants =
        test.isAnnotatedWith(Invariant.class)
            ? Stream.of(annotation(test, Invariant.class).value())
            : Stream.empty();
    IntStream traps =
        test.isAnnotatedWith(Trap.class)
            ? IntStream.of(annotation(test, Trap.class).value())
            : IntStream.empty();
    return Stream.concat(invariants, traps.mapToObj(String::valueOf));
  }

  private static <A extends Annotation> A annotation(CanBeAnnotated test, Class<A> type) {
    return test instanceof JavaClass marked
        ? marked.getAnnotationOfType(type)
        : ((JavaMethod) test).getAnnotationOfType(type);
  }

  /** Returns the compiled tests of the modules beside this one, which Maven builds before it. */
  private static Path[] testClasses() throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      return modules
          .map(module -> module.resolve("target/test-classes"))
          .filter(Files::isDirectory)
          .toArray(Path[]::new);
    }
  }

  @Test
  void everyInvariantAndTrapHasATest() throws IOException {
    List<String> rows =
        ROW.matcher(Files.readString(PAGE)).results().map(row -> row.group(1)).toList();
    Map<String, SortedSet<String>> tests = markedTests();
    String list =
        rows.stream()
            .map(row -> "## %s%n%n%s%n".formatted(row, lines(tests, row)))
            .collect(Collectors.joining("\n"));
    Files.writeString(LIST, list);

    assertThat(rows).contains("I1", "I15", "1", "22").doesNotHaveDuplicates();
    assertThat(tests.keySet()).containsExactlyInAnyOrderElementsOf(rows);
  }

  private static String lines(Map<String, SortedSet<String>> tests, String key) {
    return tests.getOrDefault(key, new TreeSet<>()).stream()
        .map(test -> "- " + test)
        .collect(Collectors.joining("\n"));
  }
}
