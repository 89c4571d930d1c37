package dev.cosmosblog.changefeed;

import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener.LeaseMove;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records the events of a processor. */
public final class RecordedEvents implements ChangeFeedListener {
  public final List<Object> all = new CopyOnWriteArrayList<>();

  @Override
  public void onHeartbeat(ChangeSource source) {
    all.add("heartbeat");
  }

  @Override
  public void onLeaseMoved(LeaseMove move) {
    all.add(move);
  }

  @Override
  public void onProblem(ChangeSource source, String problem) {
    all.add("problem: " + problem);
  }

  @Override
  public void onStalled(ChangeSource source, String reason) {
    all.add("stalled: " + reason);
  }

  @Override
  public void onRestart(ChangeSource source, int inARow) {
    all.add("restart " + inARow);
  }
}
