package dev.cosmosblog.changefeed;

import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.verifyNoMoreInteractions;

import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.BlogCopies;
import java.util.List;
import org.junit.jupiter.api.Test;

class NameSpreadTest {
  private final BlogCopies copies = mock(BlogCopies.class);
  private final NameSpread spread = new NameSpread(copies);

  @Test
  void aNewUsersFirstNameIsNotSpread() {
    spread.handle(List.of(Changes.user("u1", "Ann", 0)));

    verifyNoInteractions(copies);
  }

  @Test
  void ofSeveralRenamesInABatchTheNewestIsSpreadWhateverTheirOrder() {
    spread.handle(
        List.of(
            Changes.user("u1", "Second", 2),
            Changes.user("u1", "Third", 3),
            Changes.user("u1", "First", 1)));

    verify(copies).spreadName(UserId.of("u1"), new VersionedName("Third", 3));
    verifyNoMoreInteractions(copies);
  }
}
