package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** SamplePatchQuickstart of Azure-Samples/azure-cosmos-java-sql-api-samples. */
class SdkSamplesPatchTest {
  @RegisterExtension static final SdkEmulator cosmos = SdkEmulator.shared();

  private static CosmosContainer container;

  @BeforeAll
  static void createContainer() {
    container = cosmos.container(new CosmosContainerProperties("FamilyContainer", "/lastName"));
  }

  @Test
  void addSetsMissingAndExistingProperties() throws Exception {
    SampleFamily family = created(SampleFamily.andersen("add"));
    assertThat(patch(family, operations().add("/vaccinated", false)).path("vaccinated"))
        .hasToString("false");
    JsonNode pets = new ObjectMapper().readTree("[{\"givenName\":\"Goofy\"}]");
    assertThat(patch(family, operations().add("/pets", pets)).path("pets")).isEqualTo(pets);
    JsonNode both = patch(family, operations().add("/vaccinated", true).add("/district", "NY23"));
    assertThat(both.path("vaccinated").booleanValue()).isTrue();
    assertThat(both.path("district").textValue()).isEqualTo("NY23");
  }

  @Test
  void addInsertsIntoAnArrayAndAppends() {
    SampleFamily family = created(SampleFamily.andersen("array"));
    JsonNode patched =
        patch(
            family,
            operations()
                .add("/children", List.of(child("Selena"), child("John")))
                .add("/children/1", child("Shaun"))
                .add("/children/3", child("Mariah"))
                .add("/children/-", child("Brian")));
    assertThat(patched.path("children").findValuesAsText("firstName"))
        .containsExactly("Selena", "Shaun", "John", "Mariah", "Brian");
    assertRefused(family, operations().add("/children/6", child("Nobody")));
  }

  @Test
  void setReplacesAnElementOfAnArray() {
    SampleFamily family = created(SampleFamily.childless("set", "Johnson"));
    JsonNode patched =
        patch(
            family,
            operations()
                .set("/vaccinated", false)
                .set("/district", "WA5")
                .set("/children", List.of(child("Selena")))
                .set("/children/0", child("Shaun"))
                .set("/children/1", child("Mariah")));
    assertThat(patched.path("district").textValue()).isEqualTo("WA5");
    assertThat(patched.path("children").findValuesAsText("firstName"))
        .containsExactly("Shaun", "Mariah");
  }

  @Test
  void replaceNeedsAnExistingProperty() {
    SampleFamily family = created(SampleFamily.andersen("replace"));
    JsonNode patched =
        patch(
            family,
            operations()
                .replace("/district", "new")
                .replace("/parents/0/familyName", "Andersen")
                .replace("/children", List.of(child("Selena"))));
    assertThat(patched.at("/parents/0/familyName").textValue()).isEqualTo("Andersen");
    assertThat(patched.path("children")).hasSize(1);
    assertRefused(family, operations().replace("/children/1", child("John")));
    assertRefused(family, operations().replace("/does_not_exist", "new"));
  }

  @Test
  void incrementTakesIntegersAndFractions() {
    SampleFamily family = created(SampleFamily.andersen("increment"));
    JsonNode patched =
        patch(
            family,
            operations()
                .add("/int", 42)
                .increment("/int", 1)
                .increment("/int", -1)
                .add("/float", 42)
                .increment("/float", 4.2)
                .increment("/float", -4.2));
    assertThat(patched.path("int").intValue()).isEqualTo(42);
    assertThat(patched.path("float").doubleValue()).isEqualTo(42);
  }

  @Test
  void aPatchIsAppliedOnlyIfItsFilterMatches() {
    SampleFamily family = created(SampleFamily.childless("conditional", "Smith"));
    CosmosPatchItemRequestOptions options = new CosmosPatchItemRequestOptions();
    options.setFilterPredicate("from f where f.registered = false");
    CosmosPatchOperations register = operations().replace("/registered", true);
    assertThat(
            container
                .patchItem("conditional", family.key(), register, options, JsonNode.class)
                .getItem()
                .path("registered")
                .booleanValue())
        .isTrue();
    assertThatThrownBy(
            () ->
                container.patchItem("conditional", family.key(), register, options, JsonNode.class))
        .isInstanceOfSatisfying(
            CosmosException.class, e -> assertThat(e.getStatusCode()).isEqualTo(412));
  }

  @Test
  void removeDeletesAPropertyOrAnElement() {
    SampleFamily family = created(SampleFamily.wakefield("remove"));
    JsonNode patched =
        patch(family, operations().remove("/registered").remove("/children/0/pets/0"));
    assertThat(patched.has("registered")).isFalse();
    assertThat(patched.at("/children/0/pets").findValuesAsText("givenName"))
        .containsExactly("Shadow");
    assertRefused(family, operations().remove("/registered"));
  }

  @Test
  void anItemIsCreatedAndPatchedInBulk() {
    SampleFamily family = SampleFamily.childless("bulk", "Smith");
    CosmosPatchOperations patch = operations().add("/vaccinated", false).replace("/district", "x");
    assertThat(
            container.executeBulkOperations(
                List.of(
                    CosmosBulkOperations.getCreateItemOperation(family, family.key()),
                    CosmosBulkOperations.getPatchItemOperation("bulk", family.key(), patch))))
        .hasSize(2)
        .allSatisfy(r -> assertThat(r.getResponse().isSuccessStatusCode()).isTrue());
  }

  private static CosmosPatchOperations operations() {
    return CosmosPatchOperations.create();
  }

  private static SampleFamily.Child child(String name) {
    return new SampleFamily.Child(name, "f", 1, List.of());
  }

  private static SampleFamily created(SampleFamily family) {
    container.createItem(family);
    return family;
  }

  private static JsonNode patch(SampleFamily family, CosmosPatchOperations operations) {
    return container.patchItem(family.id(), family.key(), operations, JsonNode.class).getItem();
  }

  private static void assertRefused(SampleFamily family, CosmosPatchOperations operations) {
    assertThatThrownBy(() -> patch(family, operations))
        .isInstanceOfSatisfying(
            CosmosException.class, e -> assertThat(e.getStatusCode()).isEqualTo(400));
  }
}
