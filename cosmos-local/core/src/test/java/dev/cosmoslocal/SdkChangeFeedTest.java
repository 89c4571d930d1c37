package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SdkChangeFeedTest {
  @RegisterExtension static final SdkEmulator cosmos = SdkEmulator.shared();

  private static final class Reading {
    private final List<String> ids = new ArrayList<>();
    private final List<ObjectNode> items = new ArrayList<>();
    private String continuation = "";
  }

  @Test
  void eachItemIsSeenOnceWithItsLatestVersion() {
    CosmosContainer items = cosmos.container("latest");
    for (int i = 0; i < 50; i++) {
      items.createItem(SdkEmulator.item("i" + i, "p" + i % 10));
    }
    items.upsertItem(SdkEmulator.item("i0", "p0").put("n", 2));
    items.deleteItem("i1", new PartitionKey("p1"), new CosmosItemRequestOptions());
    Reading reading =
        read(
            items,
            CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(
                    FeedRange.forFullRange())
                .setMaxItemCount(3));
    assertThat(reading.ids).hasSize(49).doesNotHaveDuplicates().doesNotContain("i1");
    assertThat(reading.items)
        .filteredOn(i -> i.path("id").asText().equals("i0"))
        .singleElement()
        .satisfies(i -> assertThat(i.path("n").intValue()).isEqualTo(2));
    assertThat(reading.items).allSatisfy(i -> assertThat(i.path("_lsn").longValue()).isPositive());
  }

  @Test
  void aContinuationResumesWhereTheReaderStopped() {
    CosmosContainer items = cosmos.container("goes-on");
    items.createItem(SdkEmulator.item("1", "a"));
    Reading first =
        read(
            items,
            CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(
                FeedRange.forFullRange()));
    items.createItem(SdkEmulator.item("2", "b"));
    Reading second =
        read(
            items,
            CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(first.continuation));
    assertThat(first.ids).containsExactly("1");
    assertThat(second.ids).containsExactly("2");
  }

  @Test
  void readingFromNowSeesOnlyLaterChanges() {
    CosmosContainer items = cosmos.container("now");
    items.createItem(SdkEmulator.item("before", "a"));
    Reading now =
        read(
            items,
            CosmosChangeFeedRequestOptions.createForProcessingFromNow(FeedRange.forFullRange()));
    items.createItem(SdkEmulator.item("after", "a"));
    Reading next =
        read(
            items,
            CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(now.continuation));
    assertThat(now.ids).isEmpty();
    assertThat(next.ids).containsExactly("after");
  }

  @Test
  void aLogicalPartitionHasItsOwnFeedInTheOrderOfChanges() {
    CosmosContainer items = cosmos.container("logical");
    for (int i = 0; i < 20; i++) {
      items.createItem(SdkEmulator.item("i" + i, "p" + i % 2));
    }
    items.upsertItem(SdkEmulator.item("i2", "p0"));
    Reading reading =
        read(
            items,
            CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(
                    FeedRange.forLogicalPartition(new PartitionKey("p0")))
                .setMaxItemCount(4));
    assertThat(reading.ids)
        .containsExactly("i0", "i4", "i6", "i8", "i10", "i12", "i14", "i16", "i18", "i2");
  }

  @Test
  void aTransactionIsNeverSplitOverPages() {
    CosmosContainer items = cosmos.container("parted");
    CosmosBatch batch = CosmosBatch.createCosmosBatch(new PartitionKey("a"));
    for (int i = 0; i < 10; i++) {
      batch.createItemOperation(SdkEmulator.item("i" + i, "a"));
    }
    items.executeCosmosBatch(batch);
    items.createItem(SdkEmulator.item("last", "a"));
    FeedResponse<ObjectNode> page =
        items
            .queryChangeFeed(
                CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(
                        FeedRange.forLogicalPartition(new PartitionKey("a")))
                    .setMaxItemCount(2),
                ObjectNode.class)
            .iterableByPage()
            .iterator()
            .next();
    assertThat(page.getResults()).hasSize(10);
  }

  private static Reading read(CosmosContainer items, CosmosChangeFeedRequestOptions options) {
    Reading reading = new Reading();
    for (FeedResponse<ObjectNode> page :
        items.queryChangeFeed(options, ObjectNode.class).iterableByPage()) {
      page.getResults().forEach(i -> reading.ids.add(i.path("id").asText()));
      reading.items.addAll(page.getResults());
      reading.continuation = page.getContinuationToken();
    }
    return reading;
  }
}
