package dev.cosmoslocal.spring;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmoslocal.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Makes the file from which IDEs complete the properties. After a change of {@link Setting}, run
 * {@code mvn -pl cosmos-local/spring-boot -am test -Dtest=PropertiesMetadataTest
 * -Dsurefire.failIfNoSpecifiedTests=false -Dupdate.docs=true}.
 */
class PropertiesMetadataTest {
  private static final Path FILE =
      Path.of(
          "src", "main", "resources", "META-INF", "additional-spring-configuration-metadata.json");

  private static final Map<String, String> TYPES =
      Map.of(
          "",
          "java.lang.Boolean",
          "N",
          "java.lang.Long",
          "TIME",
          "java.time.Duration",
          "SIZE",
          "org.springframework.util.unit.DataSize",
          "DIR",
          "java.nio.file.Path",
          "EVENT",
          "dev.cosmoslocal.Durability",
          "LEVEL",
          "dev.cosmoslocal.request.Consistency",
          "NAME,…",
          "java.util.List<java.lang.String>");

  private static String property(Setting setting) {
    String standard = setting == Setting.PHYSICAL_PARTITIONS ? "1" : setting.defaultValue();
    return "    {\"name\": \"cosmos-local.%s\", \"type\": \"%s\",%s\n     \"description\": \"%s\"}"
        .formatted(
            setting.optionName(),
            TYPES.getOrDefault(setting.placeholder(), "java.lang.String"),
            standard.isEmpty() ? "" : " \"defaultValue\": \"" + standard + "\",",
            setting.description());
  }

  @Test
  void theMetadataHasEverySetting() throws IOException {
    String metadata =
        Arrays.stream(Setting.values())
            .map(PropertiesMetadataTest::property)
            .collect(joining(",\n", "{\n  \"properties\": [\n", "\n  ]\n}\n"));
    if (Boolean.getBoolean("update.docs")) {
      Files.writeString(FILE, metadata);
    }
    assertThat(Files.readString(FILE))
        .as("generate it again with -Dupdate.docs=true")
        .isEqualTo(metadata);
  }
}
