package com.example.web;

import com.example.web.CostMeter.Measured;
import com.example.web.Refusals.NotSignedInException;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.Moderation;
import dev.cosmosblog.store.query.ContinuationToken;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.store.query.Visibility;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;

/** Lets the blog's moderator approve, hide and delete pending comments. */
@Controller
final class ModerationPages {
  private static final int PAGE = 20;

  private final BlogStore blog;
  private final People people;
  private final LiveEvents events;
  private final Texts texts;

  ModerationPages(BlogStore blog, People people, LiveEvents events, Texts texts) {
    this.blog = blog;
    this.people = people;
    this.events = events;
    this.texts = texts;
  }

  @Measured("Open the pending comments")
  @GetMapping("/moderation")
  String pending(
      @RequestParam(required = false) @Nullable String after,
      HttpServletRequest request,
      Model model) {
    checkModerator(request);
    ContinuationToken token = after == null ? null : new ContinuationToken(after);
    model.addAttribute("page", blog.pendingComments(new PageRequest(PAGE, token)));
    return "moderation";
  }

  @Measured("Moderate comments")
  @PostMapping("/moderation")
  String moderate(
      @RequestParam Moderation decision,
      @RequestParam(defaultValue = "") List<String> comments,
      HttpServletRequest request,
      Model model) {
    checkModerator(request);
    BlogStore session = BlogPages.blog(request);
    // Another moderator may have decided on some of them.
    List<Comment> chosen =
        comments.stream()
            .map(key -> find(key, session))
            .flatMap(Optional::stream)
            .filter(Comment::pending)
            .toList();
    int changed = session.moderateComments(decision, chosen).value().size();
    String done =
        switch (decision) {
          case APPROVE -> "approved";
          case HIDE -> "hidden";
          case DELETE -> "deleted";
        };
    events.announce("%s %s.".formatted(texts.count(changed, "comment"), done));
    Page<Comment> pending = blog.pendingComments(PageRequest.first(PAGE));
    // The change feed may not have removed the chosen comments yet.
    List<Comment> others =
        pending.items().stream().filter(comment -> !comments.contains(key(comment))).toList();
    model.addAttribute("page", Page.of(others, pending.nextToken()));
    return "moderation";
  }

  private static String key(Comment comment) {
    return comment.postId() + "/" + comment.id();
  }

  private static Optional<Comment> find(String key, BlogStore session) {
    int slash = key.indexOf('/');
    PostId post = PostId.of(key.substring(0, Math.max(0, slash)));
    return session.findComment(post, CommentId.of(key.substring(slash + 1)), Visibility.ALL);
  }

  private void checkModerator(HttpServletRequest request) {
    User me = people.signedIn(request).orElseThrow(NotSignedInException::new);
    if (!people.isModerator(me)) {
      throw new ResponseStatusException(HttpStatus.FORBIDDEN);
    }
  }
}
