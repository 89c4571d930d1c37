package dev.cosmosblog.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The metadata of the properties, which IDEs read. */
class PropertiesMetadataTest {
  @Test
  void propertiesHaveDescriptionsAndDefaults() throws IOException {
    List<Map<String, Object>> properties = properties();
    assertThat(properties)
        .hasSizeGreaterThan(30)
        .allSatisfy(property -> assertThat(property).containsKeys("name", "type", "description"))
        .allSatisfy(
            property -> assertThat(property.get("description").toString()).doesNotContain("{@"))
        .extracting(property -> property.get("name"))
        .contains(
            "cosmosblog.endpoint",
            "cosmosblog.listings",
            "cosmosblog.containers.leases",
            "cosmosblog.change-feed.poll-interval",
            "cosmosblog.metrics.sample-interval",
            "cosmosblog.metrics.sdk");
    assertThat(properties)
        .filteredOn(property -> !property.containsKey("defaultValue"))
        .extracting(property -> property.get("name"))
        .containsExactlyInAnyOrder(
            "cosmosblog.endpoint",
            "cosmosblog.key",
            "cosmosblog.preferred-regions",
            "cosmosblog.session-cookie",
            "cosmosblog.summary-properties",
            "cosmosblog.operator.allowed-hosts",
            "cosmosblog.change-feed.host-name",
            "cosmosblog.change-feed.stall-after");
  }

  private static List<Map<String, Object>> properties() throws IOException {
    try (InputStream in =
        PropertiesMetadataTest.class.getResourceAsStream(
            "/META-INF/spring-configuration-metadata.json")) {
      return JsonPath.parse(in).read("$.properties");
    }
  }
}
