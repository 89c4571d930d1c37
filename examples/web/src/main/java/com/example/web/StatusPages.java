package com.example.web;

import com.example.web.CostMeter.Measured;
import com.example.web.Refusals.NotSignedInException;
import com.example.web.Refusals.NotYoursException;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.store.command.ChangeStatus;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.query.Visibility;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.time.Duration;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Lets authors publish, schedule, hide and show their posts and moderate their comments. */
@Controller
final class StatusPages {
  private final People people;
  private final Copies copies;
  private final LiveEvents events;

  StatusPages(People people, Copies copies, LiveEvents events) {
    this.people = people;
    this.copies = copies;
    this.events = events;
  }

  @Measured("Publish a draft")
  @PostMapping("/posts/{id}/publish")
  String publish(@PathVariable String id, HttpServletRequest request) {
    return list(ChangeStatus.publish(mine(id, request)), "Post published.", request);
  }

  @Measured("Schedule a draft")
  @PostMapping("/posts/{id}/schedule")
  String schedule(@PathVariable String id, @RequestParam int minutes, HttpServletRequest request) {
    BlogPages.blog(request)
        .schedulePost(
            mine(id, request), Clock.systemUTC().instant().plus(Duration.ofMinutes(minutes)));
    events.announce("Post scheduled.");
    return "redirect:/posts/" + id;
  }

  @Measured("Hide a post")
  @PostMapping("/posts/{id}/hide")
  String hide(@PathVariable String id, HttpServletRequest request) {
    PostId post = mine(id, request);
    BlogPages.blog(request).hidePost(post);
    copies.follow(posts -> posts.stream().noneMatch(shown -> shown.id().equals(post)));
    events.announce("Post hidden.");
    return "redirect:/posts/" + id;
  }

  @Measured("Show a post")
  @PostMapping("/posts/{id}/show")
  String show(@PathVariable String id, HttpServletRequest request) {
    return list(ChangeStatus.show(mine(id, request)), "Post visible to readers again.", request);
  }

  private String list(ChangeStatus change, String done, HttpServletRequest request) {
    BlogPages.blog(request).changeStatus(change);
    copies.follow(posts -> posts.stream().anyMatch(shown -> shown.id().equals(change.id())));
    events.announce(done);
    return "redirect:/posts/" + change.id();
  }

  @Measured("Hide a comment")
  @PostMapping("/posts/{id}/comments/{comment}/hide")
  String hideComment(
      @PathVariable String id, @PathVariable String comment, HttpServletRequest request) {
    BlogPages.blog(request).hideComment(mine(id, request), CommentId.of(comment));
    return "redirect:/posts/" + id + "#comments";
  }

  @Measured("Show a comment")
  @PostMapping("/posts/{id}/comments/{comment}/show")
  String showComment(
      @PathVariable String id, @PathVariable String comment, HttpServletRequest request) {
    BlogPages.blog(request).showComment(mine(id, request), CommentId.of(comment));
    return "redirect:/posts/" + id + "#comments";
  }

  @Measured("Close the comments")
  @PostMapping("/posts/{id}/close-comments")
  String closeComments(@PathVariable String id, HttpServletRequest request) {
    BlogPages.blog(request).closeComments(mine(id, request));
    events.announce("Comments closed.");
    return "redirect:/posts/" + id;
  }

  @Measured("Open the comments")
  @PostMapping("/posts/{id}/open-comments")
  String openComments(@PathVariable String id, HttpServletRequest request) {
    BlogPages.blog(request).openComments(mine(id, request));
    events.announce("Comments open again.");
    return "redirect:/posts/" + id;
  }

  private PostId mine(String id, HttpServletRequest request) {
    User me = people.signedIn(request).orElseThrow(NotSignedInException::new);
    PostId postId = PostId.of(id);
    Post post =
        BlogPages.blog(request)
            .findPost(postId, Visibility.ALL)
            .orElseThrow(() -> new PostNotFoundException(postId));
    if (!me.id().equals(post.userId())) {
      throw new NotYoursException();
    }
    return postId;
  }
}
