package dev.cosmosblog.examples;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.cosmosblog.examples");

  @Test
  void packagesDependOnEachOtherWithoutCircles() {
    assertThatCode(
            () ->
                slices()
                    .matching("dev.cosmosblog.examples.(**)")
                    .should()
                    .beFreeOfCycles()
                    .check(CLASSES))
        .doesNotThrowAnyException();
  }

  @Test
  void noExampleKnowsAnotherOne() {
    assertThatCode(
            () ->
                ArchRuleDefinition.noClasses()
                    .that()
                    .resideInAnyPackage(
                        "..examples.ldbc..", "..examples.host..", "..examples.account..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("..examples.quickstart..")
                    .check(CLASSES))
        .doesNotThrowAnyException();
  }

  @Test
  void theImportReachesTheBlogThroughTheStoreAlone() {
    assertThatCode(
            () ->
                ArchRuleDefinition.noClasses()
                    .that()
                    .resideInAnyPackage("..examples.ldbc..", "..examples.host..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("com.azure..", "reactor..")
                    .check(CLASSES))
        .doesNotThrowAnyException();
  }
}
