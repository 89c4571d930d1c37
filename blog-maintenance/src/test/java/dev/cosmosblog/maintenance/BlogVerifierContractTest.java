package dev.cosmosblog.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.util.Arrays;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Each kind of damage is found, and nothing else; a repair corrects it, and writes nothing else.
 */
@Tag("slow")
@Order(1)
class BlogVerifierContractTest {
  @RegisterExtension
  static final LocalCosmosExtension COSMOS = TestBackend.extension(Conditions.SERVICE);

  private static final TestBackend BACKEND = TestBackend.of(COSMOS);

  private static @Nullable DamagedBlog blog;

  @TestFactory
  Stream<DynamicTest> eachDamageIsFoundAndRepaired() {
    return Arrays.stream(Damage.values())
        .map(damage -> DynamicTest.dynamicTest(damage.name(), () -> foundAndRepaired(damage)));
  }

  /** A repaired blog is used again, unless it has items of the same ids: a new one takes long. */
  private static void foundAndRepaired(Damage damage) throws InterruptedException {
    if (blog == null || !damaged(damage)) {
      blog = SmallBlog.with(BACKEND, 5);
      assertThat(damaged(damage)).as("the damage is of its kinds").isTrue();
    }
    VerifierAssertions.assertFoundAndRepaired(blog, 500);
  }

  private static boolean damaged(Damage damage) {
    damage.to(blog, 4);
    return VerifierAssertions.kinds(VerifierAssertions.wrongIn(blog)).equals(damage.kinds);
  }
}
