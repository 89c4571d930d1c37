package com.example.web;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Sends server-sent events to all open pages: signals that a part of the page is out of date, which
 * are coalesced, and announcements for the status line.
 */
@Component
final class LiveEvents {
  private static final long NEVER = 0L;
  private static final int FLUSHES_BETWEEN_HEARTBEATS = 60;

  private final Set<SseEmitter> readers = ConcurrentHashMap.newKeySet();
  private final Set<String> signals = ConcurrentHashMap.newKeySet();
  private final Map<String, Long> versions = new ConcurrentHashMap<>();
  private final Queue<String> announcements = new ConcurrentLinkedQueue<>();
  private int flushes;

  /** Opens the stream of one page. */
  SseEmitter open() {
    SseEmitter reader = new SseEmitter(NEVER);
    reader.onCompletion(() -> readers.remove(reader));
    reader.onError(failure -> readers.remove(reader));
    send(reader, SseEmitter.event().comment("open"));
    readers.add(reader);
    // Covers changes since the page was rendered.
    versions.forEach((part, version) -> send(reader, event(part, version)));
    return reader;
  }

  /** Returns whether a page is open. */
  boolean hasReaders() {
    return !readers.isEmpty();
  }

  /** Signals that a part of the pages is out of date. */
  void signal(String part) {
    versions.merge(part, 1L, Long::sum);
    signals.add(part);
  }

  /** Returns the version of a part; call it before reading the part's data. */
  public long version(String part) {
    return versions.getOrDefault(part, 0L);
  }

  /** Shows a message in the status line of all pages; screen readers announce it. */
  void announce(String sentence) {
    announcements.add(sentence);
  }

  @Scheduled(fixedDelay = 150)
  void flush() {
    for (String announcement = announcements.poll();
        announcement != null;
        announcement = announcements.poll()) {
      String sentence = announcement;
      readers.forEach(reader -> send(reader, event("status", sentence)));
    }
    for (String signal : List.copyOf(signals)) {
      signals.remove(signal);
      readers.forEach(reader -> send(reader, event(signal, version(signal))));
    }
    flushes++;
    if (flushes % FLUSHES_BETWEEN_HEARTBEATS == 0) {
      // Detects closed pages.
      readers.forEach(reader -> send(reader, SseEmitter.event().comment("still here")));
    }
  }

  private static SseEmitter.SseEventBuilder event(String name, Object data) {
    return SseEmitter.event().name(name).data(data.toString());
  }

  private void send(SseEmitter reader, SseEmitter.SseEventBuilder event) {
    try {
      reader.send(event);
    } catch (IOException | IllegalStateException gone) {
      readers.remove(reader);
    }
  }

  /** Open streams would delay the shutdown of the web server. */
  @EventListener(ContextClosedEvent.class)
  void close() {
    readers.forEach(SseEmitter::complete);
  }
}
