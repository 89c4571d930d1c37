package dev.cosmosblog.maintenance.verify;

import dev.cosmosblog.model.MalformedItemException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells what is wrong from what is on its way. A suspect is found guilty if it is wrong at one look
 * and again, with nothing about it written in between, at a second one after a time in which the
 * change feed would have set it right.
 */
final class Judge {
  /**
   * Looks after the first one; what goes on changing through all of them is left to the next run.
   */
  private static final int ROUNDS = 3;

  private final VerifySettings settings;

  Judge(VerifySettings settings) {
    this.settings = settings;
  }

  /** A suspect and what is wrong with it. */
  record Guilty(Suspect suspect, Finding finding) {}

  /** Who is guilty, in the order of the suspects, and how many could not be told. */
  record Verdict(List<Guilty> guilty, int unsettled) {}

  Verdict judge(List<Suspect> suspects) throws InterruptedException {
    Map<Suspect, Look> pending = new LinkedHashMap<>();
    Map<Suspect, Finding> guilty = new LinkedHashMap<>();
    for (Suspect suspect : suspects) {
      sort(suspect, Look.RIGHT, pending, guilty::put);
    }
    for (int round = 0; round < ROUNDS && !pending.isEmpty(); round++) {
      settings.time().waiter().await(settings.settleTime());
      Map<Suspect, Look> again = new LinkedHashMap<>();
      pending.forEach((suspect, before) -> sort(suspect, before, again, guilty::put));
      pending = again;
    }
    List<Guilty> inOrder = new ArrayList<>();
    for (Suspect suspect : suspects) {
      Finding finding = guilty.get(suspect);
      if (finding != null) {
        inOrder.add(new Guilty(suspect, finding));
      }
    }
    return new Verdict(inOrder, pending.size());
  }

  private interface Guilt {
    void put(Suspect suspect, Finding finding);
  }

  private static void sort(Suspect suspect, Look before, Map<Suspect, Look> pending, Guilt guilt) {
    Look look = lookAt(suspect);
    if (look instanceof Look.Wrong wrong && (wrong.isProven() || wrong.standsAs(before))) {
      guilt.put(suspect, wrong.finding());
    } else if (!(look instanceof Look.Right)) {
      pending.put(suspect, look);
    }
  }

  /** An item that can't be read is a finding of its own; what depends on it can't be told. */
  static Look lookAt(Suspect suspect) {
    try {
      return suspect.look();
    } catch (MalformedItemException e) {
      return Look.RIGHT;
    }
  }
}
