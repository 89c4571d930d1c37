package dev.cosmosblog.changefeed;

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

class NameCheckTest {
  private static final UserId USER = UserId.of("u1");

  private final CopyWrites copies = mock(CopyWrites.class);
  private final NameCheck check = new NameCheck(copies);

  @Test
  @Trap(12)
  void anItemWrittenWithAnOldNameIsGivenTheNewOne() {
    VersionedName current = new VersionedName("New", 2);
    when(copies.currentName(USER)).thenReturn(Optional.of(current));

    check.handle(List.of(Changes.comment("c1", "u1", 1)));

    verify(copies).copyName(Changes.comment("c1", "u1", 1).carrier(), current);
  }

  @Test
  void anItemWithTheCurrentNameIsLeftAlone() {
    when(copies.currentName(USER)).thenReturn(Optional.of(new VersionedName("New", 2)));

    check.handle(List.of(Changes.comment("c1", "u1", 2), Changes.comment("c2", "u1", 3)));

    verify(copies, never()).copyName(any(), any());
  }

  @Test
  void anItemOfAUserWhoIsGoneIsLeftAlone() {
    when(copies.currentName(USER)).thenReturn(Optional.empty());

    check.handle(List.of(Changes.comment("c1", "u1", 0)));

    verify(copies, never()).copyName(any(), any());
  }

  @Test
  void aUserIsReadOnceInABatch() {
    when(copies.currentName(USER)).thenReturn(Optional.of(new VersionedName("Ann", 0)));

    check.handle(List.of(Changes.comment("c1", "u1", 0), Changes.comment("c2", "u1", 0)));

    verify(copies, times(1)).currentName(USER);
  }
}
