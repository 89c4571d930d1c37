package dev.cosmoslocal.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmoslocal.LocalCosmos;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A test class that uses both the shared emulator and one with custom settings. */
class TwoEmulatorsTest {
  @RegisterExtension static final LocalCosmosExtension shared = new LocalCosmosExtension();

  @RegisterExtension
  static final LocalCosmosExtension own =
      LocalCosmosExtension.builder().emulator(LocalCosmos.builder().physicalPartitions(3)).build();

  @Test
  void anEmulatorWithSettingsIsNotShared() {
    assertThat(own.requireLocal()).isNotSameAs(shared.requireLocal());
    own.database().createContainerIfNotExists("c", "/pk");
    assertThat(own.requireLocal().partitionIds(own.database().getId(), "c")).hasSize(3);
  }
}
