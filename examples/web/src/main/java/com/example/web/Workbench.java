package com.example.web;

import com.example.web.CostMeter.Measured;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmoslocal.Fault;
import dev.cosmoslocal.FaultPlan;
import dev.cosmoslocal.FaultRule;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.request.RequestKind;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.util.WebUtils;

/** The panel beside the blog: costs of clicks, lag, hosts, renames, readers and faults. */
@Controller
final class Workbench {
  private final BlogStore blog;
  private final People people;
  private final Copies copies;
  private final Crowd crowd;
  private final LiveEvents events;
  private final Ladder ladder = Ladder.read();
  // Empty if the blog runs on a real account, which can't inject faults.
  private final Optional<LocalCosmos> emulator;
  private volatile Faults faults = Faults.NONE;

  Workbench(
      BlogStore blog,
      People people,
      Copies copies,
      Crowd crowd,
      LiveEvents events,
      ObjectProvider<LocalCosmos> emulator) {
    this.blog = blog;
    this.people = people;
    this.copies = copies;
    this.crowd = crowd;
    this.events = events;
    this.emulator = Optional.ofNullable(emulator.getIfAvailable());
  }

  /** Faults that the emulator injects into requests. */
  enum Faults {
    NONE("None", "No faults are injected."),
    LATENCY("Latency", "Each request takes 60 ms longer."),
    THROTTLING("Throttling", "One request in four fails with 429, too many requests."),
    LOST_RESPONSES("Lost responses", "One write in six is applied, but its response is lost.");

    private static final RequestKind[] WRITES = {
      RequestKind.UPSERT_ITEM,
      RequestKind.REPLACE_ITEM,
      RequestKind.DELETE_ITEM,
      RequestKind.PATCH_ITEM,
      RequestKind.BATCH
    };

    private static final RequestKind[] OTHERS = {
      RequestKind.UPSERT_ITEM,
      RequestKind.REPLACE_ITEM,
      RequestKind.DELETE_ITEM,
      RequestKind.PATCH_ITEM,
      RequestKind.BATCH,
      RequestKind.READ_ITEM,
      RequestKind.QUERY,
      RequestKind.CHANGE_FEED
    };

    private final String label;
    private final String meaning;

    Faults(String label, String meaning) {
      this.label = label;
      this.meaning = meaning;
    }

    public String label() {
      return label;
    }

    public String meaning() {
      return meaning;
    }

    FaultPlan plan() {
      FaultRule.Matching all = FaultRule.on(RequestKind.CREATE_ITEM, OTHERS);
      return switch (this) {
        case NONE -> FaultPlan.NONE;
        case LATENCY -> plan(all.then(Fault.delay(Duration.ofMillis(60))));
        case THROTTLING ->
            plan(
                all.probability(0.25)
                    .then(Fault.status(429).subStatus(3200).retryAfter(Duration.ofMillis(40))));
        case LOST_RESPONSES ->
            plan(
                FaultRule.on(RequestKind.CREATE_ITEM, WRITES)
                    .probability(1 / 6.0)
                    .then(Fault.cutAfter()));
      };
    }

    private static FaultPlan plan(FaultRule rule) {
      return FaultPlan.builder().seed(15).rule(rule).build();
    }
  }

  /** Adds the model of the header and the workbench to every page. */
  @ControllerAdvice
  static final class Shown {
    private final CostMeter meter;
    private final Workbench workbench;
    private final String sessionCookie;

    Shown(
        CostMeter meter,
        Workbench workbench,
        @Value("${cosmosblog.session-cookie}") String sessionCookie) {
      this.meter = meter;
      this.workbench = workbench;
      this.sessionCookie = sessionCookie;
    }

    @ModelAttribute
    void show(HttpServletRequest request, Model model) {
      workbench.people.signedIn(request).ifPresent(me -> model.addAttribute("me", me));
      Object failed = request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
      model.addAttribute("here", failed == null ? request.getRequestURI() : failed);
      model.addAttribute("sessionCookie", sessionCookie);
      Cookie token = WebUtils.getCookie(request, sessionCookie);
      model.addAttribute("tokenLength", token == null ? 0 : token.getValue().length());
      model.addAttribute("meter", meter);
      model.addAttribute("live", workbench.events);
      model.addAttribute("copies", workbench.copies);
      model.addAttribute("crowd", workbench.crowd);
      model.addAttribute("people", workbench.people);
      model.addAttribute("workbench", workbench);
      model.addAttribute("allFaults", Faults.values());
    }
  }

  /** Returns whether the blog runs on the in-process emulator, which can inject faults. */
  public boolean local() {
    return emulator.isPresent();
  }

  /** Returns the faults that are injected now. */
  public Faults faults() {
    return faults;
  }

  @GetMapping("/events")
  SseEmitter events() {
    return events.open();
  }

  /** Renders one part of the workbench, after a signal that it is out of date. */
  @GetMapping("/workbench/{part:costs|lag|hosts|crowd|last}")
  String part(@PathVariable String part) {
    return "workbench :: " + part;
  }

  @PostMapping("/workbench/hosts")
  @Nullable String startHost(
      @RequestHeader(name = "HX-Request", required = false) @Nullable String htmx,
      HttpServletResponse response) {
    events.announce(
        copies
            .startHost()
            .map("Started %s."::formatted)
            .orElse("At most %d hosts can run.".formatted(Copies.MAX_HOSTS)));
    return noContent(htmx, response);
  }

  @PostMapping("/workbench/hosts/{name}/kill")
  @Nullable String killHost(
      @PathVariable String name,
      @RequestHeader(name = "HX-Request", required = false) @Nullable String htmx,
      HttpServletResponse response) {
    if (copies.killHost(name)) {
      events.announce("Killed %s.".formatted(name));
    }
    return noContent(htmx, response);
  }

  @Measured("Rename a user")
  @PostMapping("/workbench/rename")
  String rename(
      @RequestParam String user,
      @RequestParam String name,
      @RequestHeader(name = "HX-Request", required = false) @Nullable String htmx) {
    User renamed = blog.renameUser(UserId.of(user), name.strip()).value();
    people.put(renamed);
    copies.follow(
        posts ->
            posts.stream()
                .filter(post -> post.userId().equals(renamed.id()))
                .allMatch(post -> post.userUsername().equals(renamed.username())));
    events.announce("Renamed the user to %s.".formatted(renamed.username()));
    return fragment("rename", htmx);
  }

  @Measured("Simulate 1,000 readers")
  @PostMapping("/workbench/crowd")
  @Nullable String sendCrowd(
      @RequestParam String post,
      @RequestHeader(name = "HX-Request", required = false) @Nullable String htmx,
      HttpServletResponse response) {
    PostId id = PostId.of(post);
    Post liked = blog.findPost(id).orElseThrow(() -> new PostNotFoundException(id));
    if (crowd.send(liked)) {
      copies.follow(
          posts ->
              posts.stream()
                  .anyMatch(
                      shown ->
                          shown.id().equals(id)
                              && shown.likeCount() >= liked.likeCount() + Crowd.SIZE));
    }
    return noContent(htmx, response);
  }

  @PostMapping("/workbench/faults")
  String changeFaults(
      @RequestParam Faults faults,
      @RequestHeader(name = "HX-Request", required = false) @Nullable String htmx) {
    emulator.ifPresent(local -> local.faults(faults.plan()));
    this.faults = faults;
    events.announce(faults.meaning());
    return fragment("faults", htmx);
  }

  private static String fragment(String part, @Nullable String htmx) {
    return htmx == null ? "redirect:/" : "workbench :: " + part;
  }

  /** Returns no content to htmx, because an event updates all open pages. */
  private static @Nullable String noContent(@Nullable String htmx, HttpServletResponse response) {
    if (htmx == null) {
      return "redirect:/";
    }
    response.setStatus(HttpServletResponse.SC_NO_CONTENT);
    return null;
  }

  @GetMapping("/ladder")
  String ladder(Model model) {
    model.addAttribute("ladder", ladder);
    return "ladder";
  }
}
