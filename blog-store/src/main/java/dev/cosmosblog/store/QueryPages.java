package dev.cosmosblog.store;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import dev.cosmosblog.store.ItemContainer.Query;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A query's pages, one after the other. The SDK's stream is of no use after a failure: the query
 * then goes on in a new one, behind the last page that came.
 *
 * <p>The SDK reads ahead, to the query's end if nobody stops it: the query itself says how many
 * entries it may give, and whoever has enough closes the pages.
 */
final class QueryPages<T> implements AutoCloseable {
  private final CosmosContainer container;
  private final Query query;
  private final Class<T> type;

  /** Used, like the fields below, by one thread. */
  private @Nullable Stream<FeedResponse<T>> stream;

  private @Nullable Iterator<FeedResponse<T>> pages;
  private @Nullable FeedResponse<T> last;

  QueryPages(CosmosContainer container, Query query, Class<T> type) {
    this.container = container;
    this.query = query;
    this.type = type;
  }

  /** The next page, or empty at the end; after an exception it can be asked for again. */
  Optional<FeedResponse<T>> next() {
    try {
      Iterator<FeedResponse<T>> open = pages == null ? open() : pages;
      if (!open.hasNext()) {
        return Optional.empty();
      }
      last = open.next();
      return Optional.of(last);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private Iterator<FeedResponse<T>> open() {
    String from = last == null ? null : last.getContinuationToken();
    if (last != null && from == null) {
      stream = Stream.empty();
    } else {
      var found = container.queryItems(query.spec(), options(), type);
      int size = query.pageSize();
      stream = from == null ? found.streamByPage(size) : found.streamByPage(from, size);
    }
    Iterator<FeedResponse<T>> opened = stream.iterator();
    pages = opened;
    return opened;
  }

  private CosmosQueryRequestOptions options() {
    CosmosQueryRequestOptions options = new CosmosQueryRequestOptions();
    // Of each physical partition no more than one page is read ahead.
    options.setMaxBufferedItemCount(query.pageSize());
    if (query.partition() != null) {
      options.setPartitionKey(new PartitionKey(query.partition()));
    }
    if (query.range() != null) {
      options.setFeedRange(FeedRange.fromString(query.range()));
    }
    return options;
  }

  @Override
  public void close() {
    if (stream != null) {
      stream.close();
    }
    stream = null;
    pages = null;
  }
}
