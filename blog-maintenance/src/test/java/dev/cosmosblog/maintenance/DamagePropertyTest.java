package dev.cosmosblog.maintenance;

import dev.cosmosblog.testsupport.Trap;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** Any combination of damages is found, and nothing else; a repair corrects them. */
@Tag("slow")
class DamagePropertyTest {
  private static final TestBackend BACKEND = TestBackend.ofProperties();

  /** Damage done to the item of a number. */
  record Done(Damage damage, int number) {}

  @Provide
  Arbitrary<List<Done>> damages() {
    return Combinators.combine(Arbitraries.of(Damage.class), Arbitraries.integers().between(0, 8))
        .as(Done::new)
        .list()
        .ofMinSize(4)
        .ofMaxSize(8);
  }

  @Property(tries = 4, seed = "1")
  @Trap({18, 21})
  void anyDamageIsFoundAndRepaired(
      @ForAll("damages") List<Done> damages, @ForAll("pageSizes") int pageSize)
      throws InterruptedException {
    // Only one page of items without a partition key is reported.
    Assume.that(
        damages.stream().filter(done -> done.damage() == Damage.KEYLESS_ITEM).count() < pageSize);
    try (DamagedBlog blog = SmallBlog.with(BACKEND, 5)) {
      damages.forEach(done -> done.damage().to(blog, done.number()));
      VerifierAssertions.assertFoundAndRepaired(blog, pageSize);
    }
  }

  @Provide
  Arbitrary<Integer> pageSizes() {
    return Arbitraries.of(2, 3, 5, 8, 500);
  }
}
