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
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
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

/** The workbench beside the blog: costs, lag, hosts, and what can be done to the service. */
@Controller
final class Workbench {
  private final BlogStore blog;
  private final People people;
  private final Copies copies;
  private final Crowd crowd;
  private final LiveEvents events;
  private final Ladder ladder = Ladder.read();
  // Empty where the account is another process's, which takes no faults.
  private final Optional<LocalCosmos> account;
  private volatile Mood mood = Mood.KIND;

  Workbench(
      BlogStore blog,
      People people,
      Copies copies,
      Crowd crowd,
      LiveEvents events,
      ObjectProvider<LocalCosmos> account) {
    this.blog = blog;
    this.people = people;
    this.copies = copies;
    this.crowd = crowd;
    this.events = events;
    this.account = Optional.ofNullable(account.getIfAvailable());
  }

  /** The service's mood: faults that the account injects into requests. */
  enum Mood {
    KIND("Kind", "It answers at once."),
    FAR("Far away", "Every answer takes 60 ms longer."),
    THROTTLING("Throttling", "It answers one request in four with 429: retry later."),
    CUTTING("Cutting off", "It does one write in six and then cuts the connection.");

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

    Mood(String label, String meaning) {
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
        case KIND -> FaultPlan.NONE;
        case FAR -> plan(all.then(Fault.delay(Duration.ofMillis(60))));
        case THROTTLING ->
            plan(
                all.probability(0.25)
                    .then(Fault.status(429).subStatus(3200).retryAfter(Duration.ofMillis(40))));
        case CUTTING ->
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

  /** Gives every page what its header and its workbench show. */
  @ControllerAdvice
  static final class Shown {
    private final CostMeter meter;
    private final Workbench workbench;

    Shown(CostMeter meter, Workbench workbench) {
      this.meter = meter;
      this.workbench = workbench;
    }

    @ModelAttribute
    void show(HttpServletRequest request, Model model) {
      workbench.people.signedIn(request).ifPresent(me -> model.addAttribute("me", me));
      model.addAttribute("here", request.getRequestURI());
      model.addAttribute("meter", meter);
      model.addAttribute("live", workbench.events);
      model.addAttribute("copies", workbench.copies);
      model.addAttribute("crowd", workbench.crowd);
      model.addAttribute("people", workbench.people);
      model.addAttribute("workbench", workbench);
      model.addAttribute("moods", Mood.values());
    }
  }

  /** Returns whether the blog runs on the emulator, whose service conditions can change. */
  public boolean local() {
    return account.isPresent();
  }

  /** Returns what the service is like now. */
  public Mood mood() {
    return mood;
  }

  @GetMapping("/events")
  SseEmitter events() {
    return events.open();
  }

  /** Returns a part of the workbench that a signal calls out of date. */
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
            .map("%s of the change feed runs."::formatted)
            .orElse("That is enough: %d hosts run.".formatted(Copies.MAX_HOSTS)));
    return answer(htmx, response);
  }

  @PostMapping("/workbench/hosts/{name}/kill")
  @Nullable String killHost(
      @PathVariable String name,
      @RequestHeader(name = "HX-Request", required = false) @Nullable String htmx,
      HttpServletResponse response) {
    if (copies.killHost(name)) {
      events.announce("%s of the change feed is killed.".formatted(name));
    }
    return answer(htmx, response);
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
    events.announce("The user is now called %s.".formatted(renamed.username()));
    return answer("rename", htmx);
  }

  @Measured("Send a thousand readers")
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
    return answer(htmx, response);
  }

  @PostMapping("/workbench/mood")
  String changeMood(
      @RequestParam Mood mood,
      @RequestHeader(name = "HX-Request", required = false) @Nullable String htmx) {
    account.ifPresent(local -> local.faults(mood.plan()));
    this.mood = mood;
    events.announce("The service: %s.".formatted(mood.meaning()));
    return answer("mood", htmx);
  }

  private static String answer(String part, @Nullable String htmx) {
    return htmx == null ? "redirect:/" : "workbench :: " + part;
  }

  /** Answers nothing to htmx: an event has told every page already. */
  private static @Nullable String answer(@Nullable String htmx, HttpServletResponse response) {
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
