package dev.cosmosblog.store.query;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Spliterators.AbstractSpliterator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list.
 *
 * @param items the entries, in the list's order
 * @param nextToken the token of the next page, or null at the end of the list
 * @param requestUnits the charge of the page's requests in RU, with their retries
 * @param requests the number of requests, with their retries; 0 if the page came from a cache
 * @param <T> the entries' type
 */
// The cost is not for the browser.
@JsonIgnoreProperties(
    value = {"requestUnits", "requests"},
    ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Page<T>(
    List<T> items, @Nullable ContinuationToken nextToken, double requestUnits, int requests) {
  public Page {
    items = List.copyOf(Objects.requireNonNull(items, "items"));
  }

  /**
   * {@return a page without a cost}
   *
   * @param items the entries
   * @param nextToken the token of the next page, or null
   * @param <T> the entries' type
   */
  @JsonCreator
  public static <T> Page<T> of(
      @JsonProperty("items") List<T> items,
      @JsonProperty("nextToken") @Nullable ContinuationToken nextToken) {
    return new Page<>(items, nextToken, 0, 0);
  }

  /**
   * {@return all entries of a list} Reads a page when the stream needs its first entry, and so
   * costs as much as the pages that it reads. An exception of a page ends the stream.
   *
   * <p>For example, {@code Page.stream(PageRequest.first(100), page -> blog.likesOf(post, page))}.
   * Use tokens for web pages, because a stream can't continue in another request.
   *
   * @param first the first page, whose size is that of all pages
   * @param list a method of {@link dev.cosmosblog.store.BlogQueries}
   * @param <T> the entries' type
   */
  public static <T> Stream<T> stream(PageRequest first, Function<PageRequest, Page<T>> list) {
    Objects.requireNonNull(first, "first");
    Objects.requireNonNull(list, "list");
    return StreamSupport.stream(new Entries<>(first, list), false);
  }

  /**
   * {@return the token of the next page for {@link PageRequest#after}, or empty at the end of the
   * list}
   */
  public Optional<ContinuationToken> next() {
    return Optional.ofNullable(nextToken);
  }

  private static final class Entries<T> extends AbstractSpliterator<T> {
    private final Function<PageRequest, Page<T>> list;
    private Iterator<T> items = Collections.emptyIterator();
    private @Nullable PageRequest next;

    Entries(PageRequest first, Function<PageRequest, Page<T>> list) {
      super(Long.MAX_VALUE, ORDERED);
      this.next = first;
      this.list = list;
    }

    @Override
    public boolean tryAdvance(Consumer<? super T> action) {
      for (PageRequest request = next; !items.hasNext(); request = next) {
        if (request == null) {
          return false;
        }
        Page<T> page = list.apply(request);
        items = page.items().iterator();
        next = page.next().map(request::after).orElse(null);
      }
      action.accept(items.next());
      return true;
    }
  }
}
