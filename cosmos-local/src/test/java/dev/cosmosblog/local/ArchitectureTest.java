package dev.cosmosblog.local;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private final JavaClasses classes =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.cosmosblog.local");

  @Test
  void knowledgeGoesOneWay() {
    assertThat(classes).isNotEmpty();
    layeredArchitecture()
        .consideringOnlyDependenciesInAnyPackage("dev.cosmosblog.local..")
        .layer("account")
        .definedBy("dev.cosmosblog.local")
        .layer("junit")
        .definedBy("dev.cosmosblog.local.junit..")
        .layer("http")
        .definedBy("dev.cosmosblog.local.http..")
        .layer("engine")
        .definedBy("dev.cosmosblog.local.engine..")
        .layer("query")
        .definedBy("dev.cosmosblog.local.internal.query..")
        .layer("storage")
        .definedBy("dev.cosmosblog.local.storage..")
        .layer("request")
        .definedBy("dev.cosmosblog.local.request..")
        .layer("script")
        .definedBy("dev.cosmosblog.local.script..")
        .whereLayer("junit")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("account")
        .mayOnlyBeAccessedByLayers("junit")
        .whereLayer("http")
        .mayOnlyBeAccessedByLayers("account")
        .whereLayer("engine")
        .mayOnlyBeAccessedByLayers("account", "http")
        .whereLayer("query")
        .mayOnlyBeAccessedByLayers("http", "engine")
        .whereLayer("storage")
        .mayOnlyBeAccessedByLayers("account", "engine")
        .whereLayer("request")
        .mayOnlyBeAccessedByLayers("account", "http", "junit")
        .whereLayer("script")
        .mayOnlyBeAccessedByLayers("account", "http", "engine")
        .check(classes);
  }

  /**
   * The extension hands the SDK's clients to tests; the account itself must work without the SDK
   * and JUnit.
   */
  @Test
  void onlyTheExtensionKnowsJUnitAndTheSdk() {
    assertThat(classes.containPackage("dev.cosmosblog.local.junit")).isTrue();
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.cosmosblog.local.junit..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.azure..", "reactor..", "org.junit..")
        .check(classes);
  }

  @Test
  void aQueryPackageHasAtMostFortyClasses() {
    Map<String, Long> classesByPackage =
        classes.stream()
            .filter(c -> c.getPackageName().startsWith("dev.cosmosblog.local.internal.query"))
            .filter(c -> c.isTopLevelClass() && !c.getSimpleName().equals("package-info"))
            .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));

    assertThat(classesByPackage).hasSizeGreaterThan(1);
    assertThat(classesByPackage)
        .allSatisfy((name, count) -> assertThat(count).isLessThanOrEqualTo(40));
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.cosmosblog.local.(**)").should().beFreeOfCycles().check(classes);
    assertThat(classes.containPackage("dev.cosmosblog.local.engine")).isTrue();
  }
}
