package dev.cosmosblog.system;

import static com.tngtech.archunit.base.DescribedPredicate.anyElementThat;
import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.conditions.ArchConditions.notHaveSimpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noCodeUnits;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The dependencies between modules and packages, and habits that a compiler can't check. */
class ArchitectureTest {
  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          // The module blog-testing is for tests, too.
          .withImportOption(location -> !location.contains("dev/cosmosblog/testing/"))
          .importPackages("dev.cosmosblog");

  private static final String MODEL = "dev.cosmosblog.model..";
  private static final String STORE = "dev.cosmosblog.store..";
  private static final String CHANGE_FEED = "dev.cosmosblog.changefeed..";
  private static final String MAINTENANCE = "dev.cosmosblog.maintenance..";
  private static final String INTERNAL = "dev.cosmosblog..internal..";
  private static final String LOCAL = "dev.cosmoslocal..";
  private static final String LOCAL_APP = "dev.cosmoslocal.app..";
  private static final String EXAMPLES = "dev.cosmosblog.examples..";
  private static final String BENCHMARKS = "dev.cosmosblog.benchmarks..";

  /** The most top-level classes that a package may have. */
  private static final int LARGEST_PACKAGE = 40;

  private static void holds(ArchRule rule) {
    rule.check(MAIN);
  }

  @Test
  void everyModuleIsLookedAt() {
    for (String module :
        Set.of(MODEL, STORE, CHANGE_FEED, MAINTENANCE, LOCAL, EXAMPLES, BENCHMARKS)) {
      classes()
          .that()
          .resideInAPackage(module)
          .should()
          .bePublic()
          .orShould()
          .notBePublic()
          .check(MAIN);
    }
  }

  @Test
  void theModelKnowsTheJdkJSpecifyAndJacksonsAnnotations() {
    holds(
        classes()
            .that()
            .resideInAPackage(MODEL)
            .should()
            .onlyDependOnClassesThat(
                resideInAnyPackage(
                    MODEL, "java..", "org.jspecify..", "com.fasterxml.jackson.annotation..")));
  }

  @Test
  void theStoreKnowsNeitherTheChangeFeedNorTheLocalAccount() {
    holds(
        noClasses()
            .that()
            .resideInAPackage(STORE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(CHANGE_FEED, MAINTENANCE, LOCAL, EXAMPLES, BENCHMARKS));
  }

  /** The SDK brings Micrometer along, so that a compiler would not notice. */
  @Test
  void theLibraryKnowsNeitherMicrometerNorSpring() {
    holds(
        noClasses()
            .that()
            .resideInAnyPackage(MODEL, STORE, CHANGE_FEED, MAINTENANCE, LOCAL)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.micrometer..", "org.springframework.."));
  }

  @Test
  void theChangeFeedDoesNotKnowTheLocalAccount() {
    holds(
        noClasses()
            .that()
            .resideInAPackage(CHANGE_FEED)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(MAINTENANCE, LOCAL, EXAMPLES, BENCHMARKS));
  }

  @Test
  void theMaintenanceKnowsNeitherTheChangeFeedNorTheLocalAccount() {
    holds(
        noClasses()
            .that()
            .resideInAPackage(MAINTENANCE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(CHANGE_FEED, LOCAL, EXAMPLES, BENCHMARKS));
  }

  @Test
  void theLocalAccountKnowsNoBlogAndNoSdk() {
    holds(
        noClasses()
            .that()
            .resideInAPackage(LOCAL)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(MODEL, STORE, CHANGE_FEED, MAINTENANCE, EXAMPLES, BENCHMARKS));
    // The JUnit extension hands out the SDK's clients: that is what it is for.
    holds(
        noClasses()
            .that()
            .resideInAPackage(LOCAL)
            .and()
            .resideOutsideOfPackage("dev.cosmoslocal.junit..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.azure..", "org.junit.."));
  }

  @Test
  void inTheLocalAccountKnowledgeGoesFromHttpToEngineToQueryAndNeverBack() {
    holds(
        noClasses()
            .that()
            .resideInAPackage("dev.cosmoslocal.internal.query..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                "dev.cosmoslocal.internal.engine..", "dev.cosmoslocal.internal.http..")
            .orShould()
            .dependOnClassesThat()
            .resideInAPackage("dev.cosmoslocal"));
    holds(
        noClasses()
            .that()
            .resideInAPackage("dev.cosmoslocal.internal.engine..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.cosmoslocal.internal.http.."));
  }

  @Test
  void nothingDependsOnTheBenchmarks() {
    holds(
        noClasses()
            .that()
            .resideOutsideOfPackage(BENCHMARKS)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(BENCHMARKS));
  }

  /**
   * They hand a simulation's service, threads and time to builders, whose setters for these are
   * package-private, since no host has a use for them.
   */
  @Test
  void theBenchmarksAddThreeClassesToTheLibrarysPackages() {
    Set<String> added =
        Set.of(
            "dev.cosmosblog.store.SimulatedDatabase",
            "dev.cosmosblog.changefeed.SimulatedHost",
            "dev.cosmosblog.maintenance.SimulatedMaintenance");
    DescribedPredicate<JavaClass> ofBenchmarks =
        describe(
            "are compiled in the module benchmarks",
            type ->
                type.getSource().orElseThrow().getUri().toString().contains("/benchmarks/target/"));
    assertThat(MAIN.that(ofBenchmarks).that(resideOutsideOfPackage(BENCHMARKS)))
        .extracting(JavaClass::getName)
        .containsExactlyInAnyOrderElementsOf(added);
    holds(
        noClasses()
            .that()
            .resideOutsideOfPackage(BENCHMARKS)
            .should()
            .dependOnClassesThat(
                describe("are those of the simulation", type -> added.contains(type.getName()))));
  }

  @Test
  void noExampleDependsOnAnotherOne() {
    holds(
        slices()
            .matching("dev.cosmosblog.examples.(*)..")
            .should()
            .notDependOnEachOther()
            .ignoreDependency(
                resideInAPackage(EXAMPLES),
                resideInAnyPackage(
                    "dev.cosmosblog.examples.blog", "dev.cosmosblog.examples.console")));
  }

  @Test
  void theImportAndTheHostReachTheBlogThroughTheLibraryAlone() {
    holds(
        noClasses()
            .that()
            .resideInAnyPackage("dev.cosmosblog.examples.ldbc..", "dev.cosmosblog.examples.host..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.azure..", "reactor.."));
  }

  @Test
  void noPackageHasMoreThan40TopLevelClasses() {
    Map<String, Long> sizes =
        MAIN.stream()
            .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
            .collect(groupingBy(JavaClass::getPackageName, TreeMap::new, counting()));
    assertThat(sizes)
        .isNotEmpty()
        .allSatisfy((name, size) -> assertThat(size).as(name).isLessThanOrEqualTo(LARGEST_PACKAGE));
  }

  @Test
  void packagesHaveNoCycles() {
    holds(slices().matching("dev.cosmosblog.(**)").should().beFreeOfCycles());
  }

  @Test
  void handlersOfChangesKnowNoSdkType() {
    holds(
        noClasses()
            .that()
            .implement("dev.cosmosblog.changefeed.internal.handler.ChangeHandler")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.azure..", "reactor..", "com.fasterxml.."));
  }

  @Test
  void sdkTypesAreExportedOnlyWhereTheHostHandsOverItsClient() {
    holds(
        methods()
            .that()
            .arePublic()
            .and()
            .areDeclaredInClassesThat()
            .arePublic()
            .and()
            .areDeclaredInClassesThat()
            .resideInAnyPackage(STORE, CHANGE_FEED, MAINTENANCE)
            .and()
            .areDeclaredInClassesThat()
            .resideOutsideOfPackage(INTERNAL)
            .and()
            .areDeclaredInClassesThat(
                notNamed("BlogDatabase", "BlogDatabaseBuilder", "BlogSchema", "RequestMeter"))
            .should(
                new OnlyNeed(
                    resideOutsideOfPackages("com.azure..", "reactor..", "com.fasterxml.."))));
  }

  /** The Optional components of a record that the library builds, such as a report, are exempt. */
  @Test
  void noPublicMethodOrConstructorTakesAnOptional() {
    holds(
        noCodeUnits()
            .that()
            .arePublic()
            .and()
            .areDeclaredInClassesThat()
            .arePublic()
            .and()
            .areDeclaredInClassesThat()
            .resideOutsideOfPackages("..internal..", EXAMPLES, BENCHMARKS)
            .and(describe("are not canonical constructors", ArchitectureTest::isNotCanonical))
            .should()
            .haveRawParameterTypes(anyElementThat(type(Optional.class))));
  }

  private static boolean isNotCanonical(JavaCodeUnit unit) {
    return !(unit.isConstructor()
        && unit.getOwner().isRecord()
        && unit.getParameters().size() == components(unit.getOwner()));
  }

  private static long components(JavaClass type) {
    return type.getFields().stream()
        .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
        .count();
  }

  private static DescribedPredicate<JavaClass> notNamed(String... names) {
    Set<String> all = Set.of(names);
    return describe("are not among " + all, type -> !all.contains(type.getSimpleName()));
  }

  @Test
  void timeIdsAndChanceAreGivenNotTaken() {
    holds(
        noClasses()
            .that(resideOutsideOfPackages(EXAMPLES, BENCHMARKS))
            .and(describe("are not builders", ArchitectureTest::isNoBuilder))
            .should()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(UUID.class, "randomUUID")
            .orShould()
            .callConstructor(Random.class));
  }

  /** A builder chooses the defaults, and its nested classes do so for it. */
  private static boolean isNoBuilder(JavaClass type) {
    return !type.getSimpleName().endsWith("Builder")
        && type.getEnclosingClass().map(ArchitectureTest::isNoBuilder).orElse(true);
  }

  /** Whoever depends on the account doesn't get its program. */
  @Test
  void theAccountDoesNotKnowItsProgram() {
    holds(
        noClasses()
            .that()
            .resideInAPackage(LOCAL)
            .and()
            .resideOutsideOfPackage(LOCAL_APP)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(LOCAL_APP));
  }

  @Test
  void onlyProgramsWriteToTheConsole() {
    holds(
        noClasses()
            .that(resideOutsideOfPackages(EXAMPLES, BENCHMARKS, LOCAL_APP))
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err"));
  }

  @Test
  void namesSayWhatAClassIs() {
    for (String suffix : Set.of("Impl", "Manager", "Helper", "Util", "Utils")) {
      holds(noClasses().should().haveSimpleNameEndingWith(suffix));
    }
    holds(classes().should(notHaveSimpleName("Constants")));
  }

  @Test
  void fieldsThatChangeArePrivate() {
    holds(fields().that().areNotFinal().should().bePrivate());
  }

  /** A method's parameters and result are of types that the predicate allows. */
  private static final class OnlyNeed extends ArchCondition<JavaMethod> {
    private final DescribedPredicate<JavaClass> allowed;

    OnlyNeed(DescribedPredicate<JavaClass> allowed) {
      super("need only types that " + allowed.getDescription());
      this.allowed = allowed;
    }

    @Override
    public void check(JavaMethod method, ConditionEvents events) {
      if (method.getModifiers().contains(JavaModifier.SYNTHETIC)) {
        return;
      }
      method.getAllInvolvedRawTypes().stream()
          .filter(type -> !allowed.test(type))
          .forEach(
              type ->
                  events.add(
                      SimpleConditionEvent.violated(
                          method, method.getFullName() + " needs " + type.getName())));
    }
  }
}
