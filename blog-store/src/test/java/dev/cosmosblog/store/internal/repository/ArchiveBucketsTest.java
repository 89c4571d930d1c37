package dev.cosmosblog.store.internal.repository;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.local.junit.LocalCosmosExtension;
import dev.cosmosblog.model.item.ArchiveItem;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.testing.Backend;
import dev.cosmosblog.testing.TestItems;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Which bucket an entry belongs to, and when a month gets another one. */
class ArchiveBucketsTest {
  @RegisterExtension static final LocalCosmosExtension COSMOS = Backend.onePartition();

  private static final int MOST = 20;

  private final String name = COSMOS.freshName();

  @BeforeEach
  void provision() {
    BlogDatabase.builder().client(COSMOS.client(), name).archive().build().provision();
    COSMOS.deletedAfterwards(COSMOS.client().getDatabase(name));
  }

  /** A host's list of buckets, of 20 entries at most. */
  private ArchiveBuckets buckets(String now) {
    DatabaseAccess database = access(now);
    return new ArchiveBuckets(database, archive(database), MOST);
  }

  private static ItemContainer archive(DatabaseAccess database) {
    return database.archive().orElseThrow();
  }

  private DatabaseAccess access(String now) {
    return BlogDatabase.builder()
        .client(COSMOS.client(), name)
        .archive()
        .clock(Clock.fixed(Instant.parse(now), ZoneOffset.UTC))
        .build()
        .unwrap(DatabaseAccess.class);
  }

  private <T> T call(Function<Call, T> work) {
    return access("2026-11-05T12:00:00Z").operations().run(BlogOperation.COPY_TO_ARCHIVE, work);
  }

  private String bucket(ArchiveBuckets buckets, String date) {
    return call(call -> buckets.of(date, call));
  }

  private List<String> listed(ArchiveBuckets buckets) {
    return call(buckets::newestFirst);
  }

  private void write(ArchiveBuckets buckets, String date, int count) {
    ItemContainer archive = archive(access(date));
    call(
        call -> {
          String bucket = buckets.of(date, call);
          for (int i = 0; i < count; i++) {
            var post = TestItems.post(date + i).by("ann", "Ann").at(date).build();
            archive.create(ArchiveItem.of(post, bucket), bucket, call);
            buckets.entryWritten(bucket, call);
          }
          return bucket;
        });
  }

  @Test
  void aMonthIsListedBeforeItsFirstEntryAndKnownWithoutAReadAfterwards() {
    ArchiveBuckets buckets = buckets("2026-11-05T12:00:00Z");
    assertThat(bucket(buckets, "2026-11-05T12:00:00.000Z")).isEqualTo("2026-11-01");
    assertThat(bucket(buckets, "2024-02-29T12:00:00.000Z")).isEqualTo("2024-02-01");
    int requests =
        call(
            call -> {
              buckets.of("2026-11-30T23:59:59.999Z", call);
              return call.requests();
            });
    assertThat(requests).isZero();
    assertThat(listed(buckets)).containsExactly("2026-11-01", "2024-02-01");
  }

  @Test
  void theRestOfAMonthWithTooManyPostsGetsABucketFromTheDayAfterTomorrowOn() {
    ArchiveBuckets buckets = buckets("2026-11-05T12:00:00Z");
    write(buckets, "2026-11-05T11:00:00.000Z", MOST);
    assertThat(listed(buckets)).as("a full bucket").containsExactly("2026-11-01");

    write(buckets, "2026-11-05T11:00:01.000Z", MOST / 10);
    write(buckets, "2026-11-05T11:00:02.000Z", MOST / 10);
    assertThat(listed(buckets)).containsExactly("2026-11-07", "2026-11-01");
    ArchiveBuckets other = buckets("2026-11-06T12:00:00Z");
    assertThat(bucket(other, "2026-11-06T23:59:59.999Z")).isEqualTo("2026-11-01");
    assertThat(bucket(other, "2026-11-07T00:00:00.000Z")).isEqualTo("2026-11-07");
    assertThat(bucket(other, "2026-12-01T00:00:00.000Z")).isEqualTo("2026-12-01");
  }

  @Test
  void neitherAnOldMonthNorTheLastDayOfAMonthIsSplit() {
    write(buckets("2026-11-29T12:00:00Z"), "2026-11-29T11:00:00.000Z", MOST + 4);
    write(buckets("2026-11-15T12:00:00Z"), "2026-10-29T11:00:00.000Z", MOST + 4);

    assertThat(listed(buckets("2026-11-05T12:00:00Z")))
        .isEqualTo(List.of("2026-11-01", "2026-10-01"));
  }
}
