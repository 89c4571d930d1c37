package dev.cosmosblog.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.local.junit.LocalCosmosExtension;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Each kind of damage is found, and nothing else; a repair corrects it, and writes nothing else.
 */
class BlogVerifierContractTest {
  @RegisterExtension static final LocalCosmosExtension COSMOS = TestAccount.extension();

  private static final TestAccount ACCOUNT = TestAccount.of(COSMOS);

  @TestFactory
  Stream<DynamicTest> eachDamageIsFoundAndRepaired() {
    return Arrays.stream(Damage.values())
        .map(damage -> DynamicTest.dynamicTest(damage.name(), () -> foundAndRepaired(damage)));
  }

  private static void foundAndRepaired(Damage damage) throws InterruptedException {
    try (DamagedBlog blog = SmallBlog.with(ACCOUNT, 5)) {
      damage.to(blog, 4);
      assertThat(VerifierAssertions.kinds(Oracle.of(blog)))
          .as("what the damage is")
          .isEqualTo(damage.kinds);
      VerifierAssertions.assertFoundAndRepaired(blog, 500);
    }
  }
}
