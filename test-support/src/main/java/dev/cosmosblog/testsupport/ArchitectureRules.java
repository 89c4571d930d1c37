package dev.cosmosblog.testsupport;

import static com.tngtech.archunit.base.DescribedPredicate.anyElementThat;
import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
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
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

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

/**
 * The dependencies between packages, and habits that a compiler can't check, in the modules on the
 * class path. The emulator has rules for its own packages.
 */
public abstract class ArchitectureRules {
  private static final String MODEL = "dev.cosmosblog.model..";
  private static final String STORE = "dev.cosmosblog.store..";
  private static final String CHANGE_FEED = "dev.cosmosblog.changefeed..";
  private static final String MAINTENANCE = "dev.cosmosblog.maintenance..";
  private static final String TESTING = "dev.cosmosblog.testing..";
  private static final String INTERNAL = "dev.cosmosblog..internal..";
  private static final String EXAMPLES = "dev.cosmosblog.examples..";
  private static final String SIMULATION = "dev.cosmosblog.simulation..";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("dev/cosmosblog/testsupport/"))
          .importPackages("dev.cosmosblog");

  private static final int MAX_CLASSES_OF_A_PACKAGE = 40;

  /**
   * Returns whether all modules are on the class path, so that each rule applies to some classes.
   */
  protected boolean hasAllModules() {
    return false;
  }

  private void holds(ArchRule rule) {
    rule.allowEmptyShould(!hasAllModules()).check(CLASSES);
  }

  @Test
  void theModulesOfTheClassPathAreImported() {
    Set<String> modules =
        hasAllModules()
            ? Set.of(MODEL, STORE, CHANGE_FEED, MAINTENANCE, TESTING, EXAMPLES, SIMULATION)
            : Set.of(MODEL, STORE);
    for (String module : modules) {
      assertFalse(CLASSES.that(resideInAPackage(module)).isEmpty(), module);
    }
  }

  @Test
  void theModelDependsOnlyOnTheJdkJSpecifyAndJacksonAnnotations() {
    holds(
        classes()
            .that()
            .resideInAPackage(MODEL)
            .should()
            .onlyDependOnClassesThat(
                resideInAnyPackage(
                    MODEL, "java..", "org.jspecify..", "com.fasterxml.jackson.annotation..")));
  }

  /** The SDK brings Micrometer along, so that a compiler would not notice. */
  @Test
  void theLibraryDoesNotDependOnMicrometerOrSpring() {
    holds(
        noClasses()
            .that()
            .resideInAnyPackage(MODEL, STORE, CHANGE_FEED, MAINTENANCE, TESTING)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.micrometer..", "org.springframework.."));
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
  void theImportUsesOnlyTheLibrary() {
    holds(
        noClasses()
            .that()
            .resideInAPackage("dev.cosmosblog.examples.ldbc..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.azure..", "reactor.."));
  }

  @Test
  void noPackageHasMoreThan40TopLevelClasses() {
    Map<String, Long> sizes =
        CLASSES.stream()
            .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
            .collect(groupingBy(JavaClass::getPackageName, TreeMap::new, counting()));
    assertFalse(sizes.isEmpty());
    sizes.values().removeIf(size -> size <= MAX_CLASSES_OF_A_PACKAGE);
    assertEquals(Map.of(), sizes);
  }

  @Test
  void packagesHaveNoCycles() {
    holds(slices().matching("dev.cosmosblog.(**)").should().beFreeOfCycles());
  }

  @Test
  void changeHandlersDoNotUseSdkTypes() {
    holds(
        noClasses()
            .that()
            .implement("dev.cosmosblog.changefeed.internal.handler.ChangeHandler")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.azure..", "reactor..", "com.fasterxml.."));
  }

  @Test
  void sdkTypesAreExportedOnlyWhereTheHostPassesItsClient() {
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
  void publicMethodsAndConstructorsDoNotTakeOptionals() {
    holds(
        noCodeUnits()
            .that()
            .arePublic()
            .and()
            .areDeclaredInClassesThat()
            .arePublic()
            .and()
            .areDeclaredInClassesThat()
            .resideOutsideOfPackages("..internal..", EXAMPLES, SIMULATION)
            .and(describe("are not canonical constructors", ArchitectureRules::isNotCanonical))
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
  void clockIdsAndRandomnessAreInjected() {
    holds(
        noClasses()
            .that(resideOutsideOfPackages(EXAMPLES, SIMULATION))
            .and(describe("are not builders", ArchitectureRules::isNoBuilder))
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
        && type.getEnclosingClass().map(ArchitectureRules::isNoBuilder).orElse(true);
  }

  @Test
  void onlyProgramsWriteToTheConsole() {
    holds(
        noClasses()
            .that(resideOutsideOfPackages(EXAMPLES, SIMULATION))
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
  void mutableFieldsArePrivate() {
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
