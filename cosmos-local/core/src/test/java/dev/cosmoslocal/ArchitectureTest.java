package dev.cosmoslocal;

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
  private static final int MAX_CLASSES = 40;

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.cosmoslocal");

  @Test
  void dependenciesPointFromProtocolsToEngineToQuery() {
    assertThat(CLASSES).isNotEmpty();
    layeredArchitecture()
        .consideringOnlyDependenciesInAnyPackage("dev.cosmoslocal..")
        .layer("account")
        .definedBy("dev.cosmoslocal")
        .layer("http")
        .definedBy("dev.cosmoslocal.internal.http..")
        .layer("rntbd")
        .definedBy("dev.cosmoslocal.internal.rntbd..")
        .layer("exchange")
        .definedBy("dev.cosmoslocal.internal.exchange..")
        .layer("engine")
        .definedBy("dev.cosmoslocal.internal.engine..")
        .layer("query")
        .definedBy("dev.cosmoslocal.internal.query..")
        .layer("storage")
        .definedBy("dev.cosmoslocal.internal.storage..")
        .layer("request")
        .definedBy("dev.cosmoslocal.request..")
        .layer("script")
        .definedBy("dev.cosmoslocal.internal.script..")
        .whereLayer("account")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("http")
        .mayOnlyBeAccessedByLayers("account")
        .whereLayer("rntbd")
        .mayOnlyBeAccessedByLayers("account")
        .whereLayer("exchange")
        .mayOnlyBeAccessedByLayers("account", "http", "rntbd")
        .whereLayer("engine")
        .mayOnlyBeAccessedByLayers("account", "http", "rntbd", "exchange")
        .whereLayer("query")
        .mayOnlyBeAccessedByLayers("http", "exchange", "engine")
        .whereLayer("storage")
        .mayOnlyBeAccessedByLayers("account", "engine")
        .whereLayer("request")
        .mayOnlyBeAccessedByLayers("account", "http", "exchange")
        .whereLayer("script")
        .mayOnlyBeAccessedByLayers("account", "http", "exchange", "engine")
        .check(CLASSES);
  }

  /** LocalCosmos.clientBuilder() returns the SDK's builder. Nothing else loads the SDK. */
  @Test
  void onlyTheClientBuilderDependsOnTheSdkAndNothingOnJUnit() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("dev.cosmoslocal.LocalCosmos")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.azure..", "reactor..", "org.junit..")
        .check(CLASSES);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.cosmoslocal.(**)").should().beFreeOfCycles().check(CLASSES);
    assertThat(CLASSES.containPackage("dev.cosmoslocal.internal.engine.account")).isTrue();
  }

  @Test
  void allPackagesExceptTheExportedOnesAreInternal() {
    classes()
        .should()
        .resideInAnyPackage(
            "dev.cosmoslocal", "dev.cosmoslocal.request", "dev.cosmoslocal.internal..")
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
    assertThat(sizes).allSatisfy((name, size) -> assertThat(size).isLessThanOrEqualTo(MAX_CLASSES));
  }
}
