package dev.cosmosblog.local;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final int MOST_CLASSES = 40;

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.cosmosblog.local");

  @Test
  void dependenciesPointFromHttpToEngineToQuery() {
    assertThat(CLASSES).isNotEmpty();
    layeredArchitecture()
        .consideringOnlyDependenciesInAnyPackage("dev.cosmosblog.local..")
        .layer("account")
        .definedBy("dev.cosmosblog.local")
        .layer("http")
        .definedBy("dev.cosmosblog.local.internal.http..")
        .layer("engine")
        .definedBy("dev.cosmosblog.local.internal.engine..")
        .layer("query")
        .definedBy("dev.cosmosblog.local.internal.query..")
        .layer("storage")
        .definedBy("dev.cosmosblog.local.internal.storage..")
        .layer("request")
        .definedBy("dev.cosmosblog.local.request..")
        .layer("script")
        .definedBy("dev.cosmosblog.local.internal.script..")
        .whereLayer("account")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("http")
        .mayOnlyBeAccessedByLayers("account")
        .whereLayer("engine")
        .mayOnlyBeAccessedByLayers("account", "http")
        .whereLayer("query")
        .mayOnlyBeAccessedByLayers("http", "engine")
        .whereLayer("storage")
        .mayOnlyBeAccessedByLayers("account", "engine")
        .whereLayer("request")
        .mayOnlyBeAccessedByLayers("account", "http")
        .whereLayer("script")
        .mayOnlyBeAccessedByLayers("account", "http", "engine")
        .check(CLASSES);
  }

  @Test
  void theAccountKnowsNeitherJUnitNorTheSdk() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.azure..", "reactor..", "org.junit..")
        .check(CLASSES);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.cosmosblog.local.(**)").should().beFreeOfCycles().check(CLASSES);
    assertThat(CLASSES.containPackage("dev.cosmosblog.local.internal.engine.account")).isTrue();
  }

  @Test
  void everyPackageOutsideOfTheNamedOnesIsInternal() {
    classes()
        .should()
        .resideInAnyPackage(
            "dev.cosmosblog.local",
            "dev.cosmosblog.local.deviations",
            "dev.cosmosblog.local.request",
            "dev.cosmosblog.local.internal..")
        .check(CLASSES);
  }

  @Test
  void noPackageHasMoreThan40Classes() {
    Map<String, Long> sizes =
        CLASSES.stream()
            .filter(JavaClass::isTopLevelClass)
            .filter(type -> !type.getSimpleName().equals("package-info"))
            .collect(groupingBy(JavaClass::getPackageName, counting()));
    assertThat(sizes).isNotEmpty();
    assertThat(sizes)
        .allSatisfy((name, size) -> assertThat(size).isLessThanOrEqualTo(MOST_CLASSES));
  }
}
