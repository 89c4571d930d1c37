package dev.cosmosblog.site;

import static com.tngtech.archunit.base.DescribedPredicate.anyElementThat;
import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.conditions.ArchConditions.be;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noCodeUnits;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The rules of {@code ArchitectureTest} for the modules that {@code benchmarks} does not depend on.
 * Maven builds this module after them; their compiled classes are read from their directories.
 */
class OuterModulesTest {
  private static final JavaClasses MICROMETER = of("integrations/blog-micrometer");
  private static final JavaClasses STARTER = of("integrations/blog-spring-boot-starter");
  private static final JavaClasses LOCAL_STARTER = of("integrations/cosmos-local-spring-boot");
  private static final JavaClasses LOCAL_APP = of("cosmos-local-app");
  private static final JavaClasses WEB = of("examples/web");
  private static final JavaClasses SPRING_DATA = of("benchmarks/spring-data");
  private static final JavaClasses SITE = of("site");

  /** What is published for hosts to use. */
  private static final List<JavaClasses> LIBRARIES = List.of(MICROMETER, STARTER, LOCAL_STARTER);

  private static final List<JavaClasses> ALL =
      List.of(MICROMETER, STARTER, LOCAL_STARTER, LOCAL_APP, WEB, SPRING_DATA, SITE);

  private static final String[] BLOG = {
    "dev.cosmosblog.model..",
    "dev.cosmosblog.store..",
    "dev.cosmosblog.changefeed..",
    "dev.cosmosblog.maintenance.."
  };

  /** The most top-level classes that a package may have. */
  private static final int LARGEST_PACKAGE = 40;

  private static JavaClasses of(String module) {
    Path classes = Path.of("..", module, "target", "classes");
    assertThat(classes).as("Build " + module + " first: mvn -pl site -am test").isDirectory();
    return new ClassFileImporter().importPath(classes);
  }

  private static void allHold(List<JavaClasses> modules, ArchRule rule) {
    modules.forEach(module -> rule.allowEmptyShould(true).check(module));
  }

  private static ArchRule knowsNothingIn(String... packages) {
    return noClasses().should().dependOnClassesThat().resideInAnyPackage(packages);
  }

  private static ArchRule knowsOfThisProjectOnly(String... packages) {
    return noClasses()
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("dev.cosmosblog..").and(not(resideInAnyPackage(packages))));
  }

  @Test
  void micrometerKnowsStoreAndChangeFeedAndNotSpring() {
    knowsOfThisProjectOnly(
            "dev.cosmosblog.micrometer..",
            "dev.cosmosblog.model..",
            "dev.cosmosblog.store..",
            "dev.cosmosblog.changefeed..")
        .check(MICROMETER);
    knowsNothingIn("org.springframework..").check(MICROMETER);
  }

  @Test
  void theStarterDoesNotKnowTheLocalAccount() {
    knowsNothingIn("dev.cosmosblog.local..", "dev.cosmosblog.examples..").check(STARTER);
  }

  @Test
  void theLocalAccountsStarterKnowsNoProgram() {
    knowsNothingIn("dev.cosmosblog.examples..", "dev.cosmosblog.benchmarks..").check(LOCAL_STARTER);
  }

  @Test
  void theLocalAccountsProgramKnowsNoBlogAndNoSdk() {
    knowsOfThisProjectOnly("dev.cosmosblog.local..").check(LOCAL_APP);
    knowsNothingIn("com.azure..").check(LOCAL_APP);
  }

  @Test
  void theWebExampleKnowsNoBenchmark() {
    knowsNothingIn("dev.cosmosblog.benchmarks..").check(WEB);
  }

  @Test
  void springDataAndTheSiteKnowNothingOfThisProject() {
    knowsOfThisProjectOnly("dev.cosmosblog.benchmarks.springdata..").check(SPRING_DATA);
    knowsOfThisProjectOnly("dev.cosmosblog.site..").check(SITE);
  }

  @Test
  void librariesUseNothingInternalOfTheBlog() {
    String[] internal = Stream.of(BLOG).map(name -> name + "internal..").toArray(String[]::new);
    LIBRARIES.forEach(module -> knowsNothingIn(internal).check(module));
  }

  @Test
  void noPackageHasMoreThan40TopLevelClasses() {
    Map<String, Long> sizes =
        ALL.stream()
            .flatMap(JavaClasses::stream)
            .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
            .collect(groupingBy(JavaClass::getPackageName, TreeMap::new, counting()));
    assertThat(sizes)
        .isNotEmpty()
        .allSatisfy((name, size) -> assertThat(size).as(name).isLessThanOrEqualTo(LARGEST_PACKAGE));
  }

  @Test
  void packagesHaveNoCycles() {
    allHold(ALL, slices().matching("dev.cosmosblog.(**)").should().beFreeOfCycles());
  }

  @Test
  void noPublicMethodOrConstructorTakesAnOptional() {
    allHold(
        LIBRARIES,
        noCodeUnits()
            .that()
            .arePublic()
            .and()
            .areDeclaredInClassesThat()
            .arePublic()
            .should()
            .haveRawParameterTypes(anyElementThat(type(Optional.class))));
  }

  @Test
  void timeIdsAndChanceAreGivenNotTaken() {
    allHold(
        List.of(MICROMETER, STARTER, LOCAL_STARTER, LOCAL_APP),
        noClasses()
            .should()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(UUID.class, "randomUUID")
            .orShould()
            .callConstructor(Random.class));
  }

  @Test
  void librariesDoNotWriteToTheConsole() {
    allHold(
        LIBRARIES,
        noClasses()
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err"));
  }

  @Test
  void namesSayWhatAClassIs() {
    List<String> suffixes = List.of("Impl", "Manager", "Helper", "Util", "Utils", "Constants");
    allHold(
        ALL,
        noClasses()
            .should(
                be(
                    describe(
                        "named with one of " + suffixes,
                        type -> suffixes.stream().anyMatch(type.getSimpleName()::endsWith)))));
  }

  @Test
  void fieldsThatChangeArePrivate() {
    allHold(ALL, fields().that().areNotFinal().should().bePrivate());
  }

  @Test
  void theModuleOfMicrometerExportsItsOnePackage() throws IOException {
    Path descriptor =
        Path.of("..", "integrations/blog-micrometer", "target", "classes", "module-info.class");
    try (InputStream in = Files.newInputStream(descriptor)) {
      ModuleDescriptor module = ModuleDescriptor.read(in);
      assertThat(module.name()).isEqualTo("dev.cosmosblog.micrometer");
      assertThat(module.exports())
          .singleElement()
          .satisfies(
              export -> {
                assertThat(export.source()).isEqualTo("dev.cosmosblog.micrometer");
                assertThat(export.isQualified()).isFalse();
              });
    }
  }
}
