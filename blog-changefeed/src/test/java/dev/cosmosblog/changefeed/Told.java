package dev.cosmosblog.changefeed;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Writes down what a listener is told. */
final class Told implements ChangeFeedListener {
  final List<Object> events = new CopyOnWriteArrayList<>();

  @Override
  public void onHeartbeat(SourceFeed feed) {
    events.add("heartbeat");
  }

  @Override
  public void onLeaseMoved(LeaseMove move) {
    events.add(move);
  }

  @Override
  public void onStalled(SourceFeed feed, String reason) {
    events.add("stalled: " + reason);
  }

  @Override
  public void onRestart(SourceFeed feed, int inARow) {
    events.add("restart " + inARow);
  }

  @Override
  public void onSpread(SpreadProgress progress) {
    events.add(progress);
  }

  @Override
  public void onSetAside(SetAside item) {
    events.add(item);
  }
}
