package dev.cosmosblog.changefeed.internal.handler;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.kernel.CopyWrites;
import dev.cosmosblog.testing.Trap;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AuthorNameHandlerTest {
  private static final UserId USER = UserId.of("u1");

  private final CopyWrites copies = mock(CopyWrites.class);
  private final AuthorNameHandler handler = new AuthorNameHandler(copies, ItemTasks.IN_ORDER);

  @Test
  @Trap(12)
  void anItemWrittenWithAnOldNameGetsTheNewName() {
    VersionedName current = new VersionedName("New", 2);
    when(copies.currentName(USER)).thenReturn(Optional.of(current));

    handler.handle(List.of(Changes.comment("c1", "u1", 1)));

    verify(copies).copyName(Changes.comment("c1", "u1", 1).item(), current);
  }

  @Test
  void anItemWithTheCurrentNameIsNotWritten() {
    when(copies.currentName(USER)).thenReturn(Optional.of(new VersionedName("New", 2)));

    handler.handle(List.of(Changes.comment("c1", "u1", 2), Changes.comment("c2", "u1", 3)));

    verify(copies, never()).copyName(any(), any());
  }

  @Test
  void anItemOfAUserWhoIsGoneGetsNoName() {
    when(copies.currentName(USER)).thenReturn(Optional.empty());

    handler.handle(List.of(Changes.comment("c1", "u1", 0)));

    verify(copies, never()).copyName(any(), any());
  }

  @Test
  void anAuthorIsReadOnceInABatch() {
    when(copies.currentName(USER)).thenReturn(Optional.of(new VersionedName("Ann", 0)));

    handler.handle(List.of(Changes.comment("c1", "u1", 0), Changes.comment("c2", "u1", 0)));

    verify(copies, times(1)).currentName(USER);
  }
}
