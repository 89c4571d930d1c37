package dev.cosmosblog.store;

import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ErasedUserItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.store.ItemContainer.Versioned;
import java.time.Duration;
import java.util.Optional;

/**
 * Erases users: a mark in the user's place first, from which on nobody finds the user and no
 * command of the user's begins; then the name's reservation and all that the user wrote; then what
 * the mark still knows. A command that had read the user before the mark may write after the sweep
 * has passed: the change of what it wrote comes after it, and is handled by {@link #settle}.
 */
final class UserErasures {
  private final UserRepository users;
  private final UsernameReservations names;
  private final ErasureSweep sweep;
  private final Duration retention;

  UserErasures(
      UserRepository users, UsernameReservations names, ErasureSweep sweep, Duration retention) {
    this.users = users;
    this.names = names;
    this.sweep = sweep;
    this.retention = retention;
  }

  CommandResult<ErasureReport> erase(EraseUser command, RequestMeter meter) {
    ErasureTally tally = new ErasureTally(meter);
    return finish(command.id(), mark(command, tally.users.meter), tally);
  }

  /** Goes on where there is a mark; whether there was something left to do. */
  boolean finish(UserId user, RequestMeter meter) {
    ErasureTally tally = new ErasureTally(meter);
    return users
        .findErasable(user, tally.users.meter)
        .map(Versioned::item)
        .filter(found -> ItemType.ERASED_USER.equals(found.type()))
        .map(mark -> !finish(user, mark, tally).alreadyDone())
        .orElse(false);
  }

  private CommandResult<ErasureReport> finish(
      UserId user, ErasedUserItem mark, ErasureTally tally) {
    boolean begun = mark.formerUsername() != null;
    if (begun) {
      release(user, String.valueOf(mark.formerUsername()), tally);
    }
    sweep.all(mark, tally);
    if (begun) {
      tally.users.meter.goOn();
      Optional<Duration> goes =
          ErasureSweep.removes(mark) ? Optional.of(retention) : Optional.empty();
      users.endErasure(user, goes, tally.users.meter);
    }
    ErasureReport report =
        tally.report(user, ErasureSweep.removes(mark) ? Erasure.REMOVE : Erasure.ANONYMISE);
    return begun || report.hasDone()
        ? CommandResult.done(report)
        : CommandResult.alreadyDone(report);
  }

  /**
   * The user's mark as it is stored; what was to stay may still be removed, but not the other way.
   */
  private ErasedUserItem mark(EraseUser command, RequestMeter meter) {
    while (true) {
      Versioned<ErasedUserItem> found =
          users
              .findErasable(command.id(), meter)
              .orElseThrow(() -> new UserNotFoundException(command.id()));
      boolean erased = ItemType.ERASED_USER.equals(found.item().type());
      if (erased && (ErasureSweep.removes(found.item()) || command.erasure() != Erasure.REMOVE)) {
        return found.item();
      }
      String name = erased ? found.item().formerUsername() : found.item().username();
      // Where another writer came between, or the answer got lost, the next round tells.
      users.markErased(command, name == null ? "" : name, found.etag(), meter);
    }
  }

  private void release(UserId user, String name, ErasureTally tally) {
    if (!name.isEmpty()) {
      names
          .heldBy(user, name, tally.users.meter)
          .ifPresent(held -> tally.users.removed(names.release(held, tally.users.meter)));
    }
  }

  /** Deals with an item that was written while its author was erased; whether there was need to. */
  boolean settle(NameCarrier item, UserId author, RequestMeter meter) {
    Optional<ErasedUserItem> mark =
        users
            .findErasable(author, meter)
            .map(Versioned::item)
            .filter(found -> ItemType.ERASED_USER.equals(found.type()));
    return mark.isPresent() && sweep.one(item, mark.get(), new ErasureTally(meter));
  }
}
