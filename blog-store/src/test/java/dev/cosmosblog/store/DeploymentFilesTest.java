package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.models.CompositePath;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.ExcludedPath;
import com.azure.cosmos.models.IncludedPath;
import com.azure.cosmos.models.IndexingPolicy;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.internal.schema.ContainerDefinitions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The files that create a blog's account without this library. To regenerate the containers' file:
 * {@code mvn -pl blog-store test -Dtest=DeploymentFilesTest -Dupdate.docs=true}.
 */
class DeploymentFilesTest {
  private static final Path CONTAINERS = Path.of("../deploy/containers.json");
  private static final Path BICEP = Path.of("../deploy/blog.bicep");

  @Test
  void theContainersAreThoseOfTheSchema() throws IOException {
    List<Map<String, Object>> wanted =
        ContainerDefinitions.of(
                ContainerNames.DEFAULT.withListings(ContainerNames.DEFAULT_LISTINGS))
            .stream()
            .map(DeploymentFilesTest::resource)
            .toList();
    String text =
        new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(wanted) + "\n";
    if (Boolean.getBoolean("update.docs")) {
      Files.writeString(CONTAINERS, text);
    }
    assertThat(Files.readString(CONTAINERS))
        .as("deploy/containers.json; make it anew with -Dupdate.docs=true")
        .isEqualTo(text);
  }

  @Test
  void theTemplateDeploysAllWithSessionConsistencyAndOneWriteRegion() throws IOException {
    assertThat(Files.readString(BICEP))
        .contains("loadJsonContent('containers.json')")
        .contains("for definition in filter(containers, container => listings ||")
        .contains("defaultConsistencyLevel: 'Session'")
        .contains("enableMultipleWriteLocations: false");
  }

  /** The resource's form: Microsoft's page "Microsoft.DocumentDB sqlDatabases/containers". */
  private static Map<String, Object> resource(CosmosContainerProperties container) {
    Map<String, Object> resource = new LinkedHashMap<>();
    resource.put("id", container.getId());
    resource.put(
        "partitionKey",
        ordered("paths", container.getPartitionKeyDefinition().getPaths(), "kind", "Hash")
            .with("version", 2));
    if (container.getDefaultTimeToLiveInSeconds() != null) {
      resource.put("defaultTtl", container.getDefaultTimeToLiveInSeconds());
    }
    resource.put("indexingPolicy", policy(container.getIndexingPolicy()));
    return resource;
  }

  private static Ordered policy(IndexingPolicy policy) {
    Ordered described =
        ordered("indexingMode", "consistent", "automatic", true)
            .with(
                "includedPaths",
                policy.getIncludedPaths().stream()
                    .map(IncludedPath::getPath)
                    .map(path -> Map.of("path", path))
                    .toList())
            .with(
                "excludedPaths",
                policy.getExcludedPaths().stream()
                    .map(ExcludedPath::getPath)
                    .map(path -> Map.of("path", path))
                    .toList());
    List<List<Ordered>> composite =
        policy.getCompositeIndexes().stream()
            .map(index -> index.stream().map(DeploymentFilesTest::path).toList())
            .toList();
    return composite.isEmpty() ? described : described.with("compositeIndexes", composite);
  }

  private static Ordered path(CompositePath path) {
    return ordered(
        "path", path.getPath(), "order", String.valueOf(path.getOrder()).toLowerCase(Locale.ROOT));
  }

  private static Ordered ordered(String first, Object one, String second, Object two) {
    return new Ordered().with(first, one).with(second, two);
  }

  /** Properties in the order in which they are written. */
  private static final class Ordered extends LinkedHashMap<String, Object> {
    private static final long serialVersionUID = 1L;

    Ordered with(String name, Object value) {
      put(name, value);
      return this;
    }
  }
}
