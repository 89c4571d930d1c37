package com.example.web;

import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.observe.OperationListener;
import dev.cosmosblog.store.observe.OperationOutcome;
import dev.cosmosblog.store.observe.OperationReport;
import dev.cosmoslocal.RequestListener;
import dev.cosmoslocal.request.RequestKind;
import dev.cosmoslocal.request.RequestRecord;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Measures each click: the operations that the store reports, with the requests and partitions that
 * the in-process emulator reports. Clicks are handled one at a time, so that all requests of the
 * client belong to the current one.
 */
@Component
final class CostMeter implements OperationListener, RequestListener, HandlerInterceptor {
  /** User agent suffixes, which distinguish the clients. */
  static final String CLICKS = "web-clicks";

  static final String HOSTS = "web-hosts";
  static final String CROWD = "web-crowd";

  /** The label of a refresh that an event triggers, rather than the reader. */
  static final String REFRESH = "Refresh the front page";

  private static final int CLICKS_SHOWN = 5;

  /** Metadata requests of the SDK, which don't read a partition. */
  private static final Set<RequestKind> NO_PARTITION =
      EnumSet.of(
          RequestKind.QUERY_PLAN,
          RequestKind.ACCOUNT,
          RequestKind.DATABASE,
          RequestKind.CONTAINER,
          RequestKind.PARTITION_RANGES,
          RequestKind.OFFER);

  /** The requests' names in the article. */
  private static final Map<BlogOperation, String> REQUESTS =
      Map.ofEntries(
          Map.entry(BlogOperation.CREATE_USER, "C1"),
          Map.entry(BlogOperation.RENAME_USER, "C1"),
          Map.entry(BlogOperation.FIND_USER, "Q1"),
          Map.entry(BlogOperation.CREATE_POST, "C2"),
          Map.entry(BlogOperation.EDIT_POST, "C2"),
          Map.entry(BlogOperation.FIND_POST, "Q2"),
          Map.entry(BlogOperation.POSTS_OF, "Q3"),
          Map.entry(BlogOperation.CREATE_COMMENT, "C3"),
          Map.entry(BlogOperation.COMMENTS_OF, "Q4"),
          Map.entry(BlogOperation.LIKE_POST, "C4"),
          Map.entry(BlogOperation.LIKES_OF, "Q5"),
          Map.entry(BlogOperation.RECENT_POSTS, "Q6"));

  private final LiveEvents events;
  private final ReentrantLock oneAtATime = new ReentrantLock(true);
  private final ThreadLocal<@Nullable Click> current = new ThreadLocal<>();
  private final DoubleAdder hostsRu = new DoubleAdder();

  // Guarded by this, like the fields below.
  private final Deque<Click> latest = new ArrayDeque<>();
  private List<RequestRecord> sent = new ArrayList<>();
  private boolean partitionsKnown;
  private long clicks;

  CostMeter(LiveEvents events) {
    this.events = events;
  }

  /** Marks a request handler whose calls are measured as clicks. */
  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.RUNTIME)
  @interface Measured {
    /** The label of the click. */
    String value();
  }

  /** An operation of the store and its cost. Partitions are empty on a real account. */
  record Operation(
      String request,
      String name,
      int requests,
      int refused,
      Set<String> partitions,
      double ru,
      double ms,
      OperationOutcome outcome) {
    /** Returns the outcome and failed attempts; empty for a plain success. */
    public String note() {
      String outcomes =
          switch (outcome) {
            case DONE -> "";
            case ALREADY_DONE -> "already done";
            case REJECTED -> "rejected";
            case FAILED -> "failed";
          };
      if (refused == 0) {
        return outcomes;
      }
      String attempts = refused + (refused == 1 ? " failed attempt" : " failed attempts");
      return outcomes.isEmpty() ? attempts : attempts + ", " + outcomes;
    }
  }

  /** A click, its operations so far, and when the front page showed its change. */
  static final class Click {
    private final long number;
    private final String label;
    private final List<Operation> operations = new CopyOnWriteArrayList<>();
    private volatile String copied = "";
    private volatile boolean waiting;

    Click(long number, String label) {
      this.number = number;
      this.label = label;
    }

    public long number() {
      return number;
    }

    public String label() {
      return label;
    }

    public List<Operation> operations() {
      return operations;
    }

    public int requests() {
      return operations.stream().mapToInt(Operation::requests).sum();
    }

    public int partitions() {
      return (int) operations.stream().flatMap(o -> o.partitions().stream()).distinct().count();
    }

    public double ru() {
      return operations.stream().mapToDouble(Operation::ru).sum();
    }

    public double ms() {
      return operations.stream().mapToDouble(Operation::ms).sum();
    }

    public String copied() {
      return copied;
    }

    /** Returns whether the front page doesn't show the change yet. */
    public boolean waiting() {
      return waiting;
    }

    void awaitCopy() {
      waiting = true;
      copied = "The front page doesn’t show the change yet.";
    }

    void copiedAfter(long millis) {
      waiting = false;
      copied = String.format(Locale.ROOT, "The front page showed the change after %,d ms.", millis);
    }
  }

  /** Returns the latest clicks, newest first. */
  public synchronized List<Click> clicks() {
    return List.copyOf(latest);
  }

  /** Removes the clicks, which were those of the warm-up. */
  synchronized void forgetClicks() {
    latest.clear();
  }

  /** Returns whether the emulator reports requests and partitions. */
  public synchronized boolean partitionsKnown() {
    return partitionsKnown;
  }

  /** Returns the click that the current thread handles, if any. */
  Optional<Click> current() {
    return Optional.ofNullable(current.get());
  }

  /** Returns the request units that the hosts of the change feed have used so far. */
  double hostsRu() {
    return hostsRu.sum();
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    Measured measured =
        handler instanceof HandlerMethod method ? method.getMethodAnnotation(Measured.class) : null;
    if (measured != null) {
      oneAtATime.lock();
      begin(measured.value());
    }
    return true;
  }

  private synchronized void begin(String label) {
    clicks++;
    sent = new ArrayList<>();
    current.set(new Click(clicks, label));
  }

  @Override
  public void onOperation(OperationReport report) {
    Click click = current.get();
    if (click == null) {
      return;
    }
    if (click.operations().isEmpty()) {
      add(click);
    }
    List<RequestRecord> requests = takeSent();
    Set<String> partitions =
        requests.stream()
            .flatMap(one -> one.partitions().stream().map(id -> one.container() + " " + id))
            .collect(Collectors.toSet());
    click
        .operations()
        .add(
            new Operation(
                REQUESTS.getOrDefault(report.operation(), ""),
                report.operation().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                Math.max(report.requests(), requests.size()),
                (int) requests.stream().filter(CostMeter::failed).count(),
                partitions,
                report.requestUnits(),
                report.duration().toNanos() / 1e6,
                report.outcome()));
  }

  /** Excludes statuses such as 404 and 409, which are normal results of a request. */
  private static boolean failed(RequestRecord request) {
    int status = request.status();
    return status == 0 || status == 408 || status == 429 || status == 449 || status >= 500;
  }

  private synchronized void add(Click click) {
    Click before = latest.peekFirst();
    if (before != null && before.label().equals(click.label()) && click.label().equals(REFRESH)) {
      // A busy blog would push the reader's own clicks out of sight.
      latest.removeFirst();
    }
    latest.addFirst(click);
    if (latest.size() > CLICKS_SHOWN) {
      latest.removeLast();
    }
  }

  private synchronized List<RequestRecord> takeSent() {
    List<RequestRecord> taken = sent;
    sent = new ArrayList<>();
    return taken;
  }

  @Override
  public void onRequest(RequestRecord request) {
    if (request.userAgent().endsWith(HOSTS)) {
      hostsRu.add(request.requestCharge());
    } else if (request.userAgent().endsWith(CLICKS) && !NO_PARTITION.contains(request.kind())) {
      synchronized (this) {
        partitionsKnown = true;
        sent.add(request);
      }
    }
  }

  @Override
  public void afterCompletion(
      HttpServletRequest request,
      HttpServletResponse response,
      Object handler,
      @Nullable Exception failure) {
    if (current.get() != null) {
      current.remove();
      oneAtATime.unlock();
      events.signal("cost");
    }
  }
}
