package com.example.web;

import dev.cosmosblog.model.Tag;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The blog that the example starts with, {@code sample-blog.yaml}.
 *
 * @param users its users
 * @param moderator the id of the user who approves comments
 * @param posts their posts, the newest first
 */
@ConfigurationProperties("sample-blog")
record SampleBlog(List<SampleUser> users, String moderator, List<SamplePost> posts) {

  /** A user, and a line about the person, which isn't stored in the blog. */
  record SampleUser(String id, String name, String about) {}

  /** A post; its age is relative to the start of the application. */
  record SamplePost(
      String id,
      String author,
      String title,
      Duration age,
      String content,
      @DefaultValue List<Tag> tags,
      @DefaultValue List<String> likes,
      @DefaultValue List<SampleComment> comments) {}

  /** A comment, and how long after the post it was written. */
  record SampleComment(String author, Duration after, String content) {}
}
