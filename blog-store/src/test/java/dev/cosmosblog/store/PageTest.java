package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmosblog.store.query.ContinuationToken;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PageTest {
  private final List<PageRequest> requests = new ArrayList<>();

  /** A list of four pages, of which the second is empty. */
  private Page<Integer> page(PageRequest request) {
    requests.add(request);
    int number = request.from() == null ? 0 : Integer.parseInt(request.from().value());
    List<Integer> items = number == 1 ? List.of() : List.of(number * 2, number * 2 + 1);
    return Page.of(items, number == 3 ? null : new ContinuationToken(String.valueOf(number + 1)));
  }

  private Stream<Integer> all() {
    return Page.stream(PageRequest.first(2), this::page);
  }

  @Test
  void aStreamHasTheEntriesOfAllPages() {
    assertThat(all()).containsExactly(0, 1, 4, 5, 6, 7);
    assertThat(requests).hasSize(4).allMatch(request -> request.size() == 2);
  }

  @Test
  void aStreamReadsAPageWhenItNeedsItsFirstEntry() {
    Stream<Integer> stream = all();
    assertThat(requests).isEmpty();
    assertThat(stream.limit(2)).containsExactly(0, 1);
    assertThat(requests).hasSize(1);
    assertThat(all().iterator().next()).isZero();
    assertThat(requests).hasSize(2);
    assertThat(all().anyMatch(number -> number == 4)).isTrue();
    assertThat(requests).hasSize(5);
  }

  @Test
  void aFailureOfAPageEndsTheStream() {
    Stream<Integer> stream =
        Page.stream(
            PageRequest.first(2),
            request -> {
              if (request.from() != null) {
                throw new IllegalStateException("no second page");
              }
              return page(request);
            });
    List<Integer> seen = new ArrayList<>();
    assertThatThrownBy(() -> stream.forEach(seen::add)).hasMessage("no second page");
    assertThat(seen).containsExactly(0, 1);
  }
}
