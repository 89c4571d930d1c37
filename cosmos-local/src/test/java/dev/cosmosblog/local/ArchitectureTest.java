package dev.cosmosblog.local;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
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
        .layer("http")
        .definedBy("dev.cosmosblog.local.http..")
        .layer("engine")
        .definedBy("dev.cosmosblog.local.engine..")
        .layer("query")
        .definedBy("dev.cosmosblog.local.query..")
        .layer("storage")
        .definedBy("dev.cosmosblog.local.storage..")
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
        .check(classes);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.cosmosblog.local.(**)").should().beFreeOfCycles().check(classes);
    assertThat(classes.containPackage("dev.cosmosblog.local.engine")).isTrue();
  }
}
