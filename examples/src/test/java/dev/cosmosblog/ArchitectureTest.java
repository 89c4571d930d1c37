package dev.cosmosblog;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.conditions.ArchConditions.notHaveSimpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.time.Instant;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Who may know whom, and the habits that a compiler can't see; over all modules at once. */
class ArchitectureTest {
  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.cosmosblog");

  private static final String MODEL = "dev.cosmosblog.model..";
  private static final String STORE = "dev.cosmosblog.store..";
  private static final String CHANGE_FEED = "dev.cosmosblog.changefeed..";
  private static final String MAINTENANCE = "dev.cosmosblog.maintenance..";
  private static final String LOCAL = "dev.cosmosblog.local..";
  private static final String EXAMPLES = "dev.cosmosblog.examples..";

  private static void holds(ArchRule rule) {
    rule.check(MAIN);
  }

  @Test
  void everyModuleIsLookedAt() {
    for (String module : Set.of(MODEL, STORE, CHANGE_FEED, MAINTENANCE, LOCAL, EXAMPLES)) {
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
            .resideInAnyPackage(CHANGE_FEED, MAINTENANCE, LOCAL, EXAMPLES));
  }

  @Test
  void theChangeFeedDoesNotKnowTheLocalAccount() {
    holds(
        noClasses()
            .that()
            .resideInAPackage(CHANGE_FEED)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(MAINTENANCE, LOCAL, EXAMPLES));
  }

  @Test
  void theMaintenanceKnowsNeitherTheChangeFeedNorTheLocalAccount() {
    holds(
        noClasses()
            .that()
            .resideInAPackage(MAINTENANCE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(CHANGE_FEED, LOCAL, EXAMPLES));
  }

  @Test
  void theLocalAccountKnowsNoBlogAndNoSdk() {
    holds(
        noClasses()
            .that()
            .resideInAPackage(LOCAL)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(MODEL, STORE, CHANGE_FEED, MAINTENANCE, EXAMPLES));
    // The JUnit extension hands out the SDK's clients: that is what it is for.
    holds(
        noClasses()
            .that()
            .resideInAPackage(LOCAL)
            .and()
            .resideOutsideOfPackage("dev.cosmosblog.local.junit..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.azure.."));
  }

  @Test
  void inTheLocalAccountKnowledgeGoesFromHttpToEngineToQueryAndNeverBack() {
    holds(
        noClasses()
            .that()
            .resideInAPackage("dev.cosmosblog.local.query..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.cosmosblog.local.engine..", "dev.cosmosblog.local.http..")
            .orShould()
            .dependOnClassesThat()
            .resideInAPackage("dev.cosmosblog.local"));
    holds(
        noClasses()
            .that()
            .resideInAPackage("dev.cosmosblog.local.engine..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.cosmosblog.local.http.."));
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
            .areDeclaredInClassesThat(
                notNamed(
                    "BlogStoreBuilder",
                    "BlogChangeFeedBuilder",
                    "BlogSchema",
                    "BlogUpgradeBuilder",
                    "ViewRebuildBuilder",
                    "FormerUsers"))
            .should(
                new OnlyNeed(
                    resideOutsideOfPackages("com.azure..", "reactor..", "com.fasterxml.."))));
  }

  private static DescribedPredicate<JavaClass> notNamed(String... names) {
    Set<String> all = Set.of(names);
    return DescribedPredicate.describe(
        "are not among " + all, type -> !all.contains(type.getSimpleName()));
  }

  @Test
  void timeIdsAndChanceAreGivenNotTaken() {
    holds(
        noClasses()
            .that(resideOutsideOfPackages(EXAMPLES))
            .and()
            .haveSimpleNameNotEndingWith("Builder")
            .should()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(UUID.class, "randomUUID")
            .orShould()
            .callConstructor(Random.class));
  }

  @Test
  void onlyExamplesSpeakToTheConsole() {
    holds(
        noClasses()
            .that(resideOutsideOfPackages(EXAMPLES))
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
