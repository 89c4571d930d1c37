package com.example.web;

import com.example.web.CostMeter.Measured;
import com.example.web.Refusals.NotSignedInException;
import com.example.web.Refusals.NotYoursException;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostStatus;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.Tag;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.spring.BlogSessionFilter;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EditComment;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.error.CommentNotFoundException;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.error.SlugTakenException;
import dev.cosmosblog.store.error.UserNotFoundException;
import dev.cosmosblog.store.error.VersionConflictException;
import dev.cosmosblog.store.query.CommentOrder;
import dev.cosmosblog.store.query.ContinuationToken;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.store.query.Visibility;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.View;

/**
 * The pages of the blog. Forms work without JavaScript; for htmx, the response contains only the
 * changed part of the page.
 */
@Controller
final class BlogPages {
  private static final String HTMX = "HX-Request";
  private static final int PAGE = 10;
  private static final int LIKES_SHOWN = 3;

  /** The version of a post that isn't stored. */
  private static final int NEW = -1;

  private final BlogStore blog;
  private final People people;
  private final Copies copies;
  private final LiveEvents events;
  private final Texts texts;

  BlogPages(BlogStore blog, People people, Copies copies, LiveEvents events, Texts texts) {
    this.blog = blog;
    this.people = people;
    this.copies = copies;
    this.events = events;
    this.texts = texts;
  }

  @Measured("Open the front page")
  @GetMapping("/")
  String front(Model model) {
    model.addAttribute("version", events.version("copies"));
    model.addAttribute("posts", blog.recentPosts(100));
    return "front";
  }

  @Measured(CostMeter.REFRESH)
  @GetMapping("/front-page")
  String frontPage(Model model) {
    model.addAttribute("version", events.version("copies"));
    model.addAttribute("posts", blog.recentPosts(100));
    return "front :: posts";
  }

  /** Returns the store for the reader's session. */
  static BlogStore blog(HttpServletRequest request) {
    return BlogSessionFilter.store(request);
  }

  @Measured("Open a post")
  @GetMapping("/posts/{id}")
  String post(
      @PathVariable String id,
      @RequestParam(required = false) @Nullable String after,
      @RequestParam(required = false) @Nullable String edit,
      HttpServletRequest request,
      Model model) {
    Post post = visiblePost(id, request);
    addPost(post, request, model);
    addComments(post, after, request, model);
    model.addAttribute("edited", edit);
    return "post";
  }

  /** Opens a post by its slug, or redirects from a former slug to the current one. */
  @Measured("Open a post by its slug")
  @GetMapping("/p/{slug}")
  String postBySlug(@PathVariable String slug, HttpServletRequest request, Model model) {
    Slug asked = Slug.of(slug);
    Post post =
        blog(request)
            .findPostBySlug(asked, Visibility.ALL)
            .filter(found -> isVisible(found, request))
            .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    if (!asked.equals(post.slug())) {
      request.setAttribute(View.RESPONSE_STATUS_ATTRIBUTE, HttpStatus.MOVED_PERMANENTLY);
      return "redirect:" + texts.link(post.slug(), post.id());
    }
    addPost(post, request, model);
    addComments(post, null, request, model);
    return "post";
  }

  /** Finds a post that the reader may see: authors see their drafts and hidden posts. */
  private Post visiblePost(String id, HttpServletRequest request) {
    Post post = findPost(id, request);
    if (!isVisible(post, request)) {
      throw new PostNotFoundException(post.id());
    }
    return post;
  }

  private boolean isVisible(Post post, HttpServletRequest request) {
    return post.status() == PostStatus.PUBLISHED || isMine(post.userId(), request);
  }

  private Post findPost(String id, HttpServletRequest request) {
    PostId postId = PostId.of(id);
    return blog(request)
        .findPost(postId, Visibility.ALL)
        .orElseThrow(() -> new PostNotFoundException(postId));
  }

  private void addPost(Post post, HttpServletRequest request, Model model) {
    model.addAttribute("post", post);
    model.addAttribute(
        "likes", blog(request).likesOf(post.id(), PageRequest.first(LIKES_SHOWN)).items());
    model.addAttribute(
        "liked",
        people
            .signedIn(request)
            .flatMap(me -> blog(request).findLike(post.id(), me.id()))
            .isPresent());
  }

  /** The author of a post moderates its comments and also sees hidden ones. */
  private void addComments(
      Post post, @Nullable String after, HttpServletRequest request, Model model) {
    PageRequest page = new PageRequest(PAGE, after == null ? null : new ContinuationToken(after));
    boolean moderates = isMine(post.userId(), request);
    Visibility visibility = moderates ? Visibility.ALL : Visibility.LISTED;
    model.addAttribute("moderates", moderates);
    model.addAttribute(
        "comments",
        blog(request).commentsOf(post.id(), page, CommentOrder.NEWEST_FIRST, visibility));
  }

  private boolean isMine(UserId author, HttpServletRequest request) {
    return people.signedIn(request).filter(me -> me.id().equals(author)).isPresent();
  }

  @Measured("Like a post")
  @PostMapping("/posts/{id}/like")
  String like(
      @PathVariable String id,
      @RequestHeader(name = HTMX, required = false) @Nullable String htmx,
      HttpServletRequest request,
      Model model) {
    User me = me(request);
    PostId postId = visiblePost(id, request).id();
    blog(request).likePost(LikePost.of(postId, me));
    Post post = findPost(id, request);
    follow(post, posts -> shows(posts, postId, post.likeCount(), PostSummary::likeCount));
    return reactions(post, htmx, request, model);
  }

  @Measured("Unlike a post")
  @PostMapping("/posts/{id}/unlike")
  String unlike(
      @PathVariable String id,
      @RequestHeader(name = HTMX, required = false) @Nullable String htmx,
      HttpServletRequest request,
      Model model) {
    User me = me(request);
    PostId postId = visiblePost(id, request).id();
    blog(request).unlikePost(postId, me.id());
    Post post = findPost(id, request);
    follow(
        post,
        posts ->
            posts.stream()
                .anyMatch(p -> p.id().equals(postId) && p.likeCount() <= post.likeCount()));
    return reactions(post, htmx, request, model);
  }

  /** Follows a change of a published post; other posts aren't on the front page. */
  private void follow(Post post, Predicate<List<PostSummary>> shown) {
    if (post.status() == PostStatus.PUBLISHED) {
      copies.follow(shown);
    }
  }

  private String reactions(
      Post post, @Nullable String htmx, HttpServletRequest request, Model model) {
    if (htmx == null) {
      return "redirect:/posts/" + post.id();
    }
    addPost(post, request, model);
    return "post :: reactions";
  }

  /** Compares with >=, because other readers may comment or like concurrently. */
  private static boolean shows(
      List<PostSummary> posts, PostId id, long count, ToLongFunction<PostSummary> shown) {
    return posts.stream().anyMatch(p -> p.id().equals(id) && shown.applyAsLong(p) >= count);
  }

  @Measured("Write a comment")
  @PostMapping("/posts/{id}/comments")
  String comment(
      @PathVariable String id,
      @RequestParam String content,
      @RequestHeader(name = HTMX, required = false) @Nullable String htmx,
      HttpServletRequest request,
      Model model) {
    User me = me(request);
    Post before = visiblePost(id, request);
    PostId postId = before.id();
    CreateComment command = CreateComment.of(postId, me, notBlank(content, "content"));
    boolean isPending = people.needsApproval(content, me, before.userId());
    blog(request).createComment(isPending ? command.asPending() : command);
    Post post = findPost(id, request);
    if (isPending) {
      events.announce("Your comment appears once it is approved.");
    } else {
      follow(post, posts -> shows(posts, postId, post.commentCount(), PostSummary::commentCount));
    }
    return comments(post, htmx, request, model);
  }

  @Measured("Edit a comment")
  @PostMapping("/posts/{id}/comments/{comment}")
  String editComment(
      @PathVariable String id,
      @PathVariable String comment,
      @RequestParam String content,
      HttpServletRequest request) {
    Comment mine = myComment(id, comment, request);
    blog(request)
        .editComment(new EditComment(mine.postId(), mine.id(), notBlank(content, "content")));
    events.announce("Comment saved.");
    return "redirect:/posts/" + mine.postId() + "#comments";
  }

  @Measured("Delete a comment")
  @PostMapping("/posts/{id}/comments/{comment}/delete")
  String deleteComment(
      @PathVariable String id,
      @PathVariable String comment,
      @RequestHeader(name = HTMX, required = false) @Nullable String htmx,
      HttpServletRequest request,
      Model model) {
    Comment mine = myComment(id, comment, request);
    blog(request).deleteComment(mine.postId(), mine.id());
    Post post = findPost(id, request);
    follow(
        post,
        posts ->
            posts.stream()
                .anyMatch(
                    p -> p.id().equals(post.id()) && p.commentCount() <= post.commentCount()));
    return comments(post, htmx, request, model);
  }

  private String comments(
      Post post, @Nullable String htmx, HttpServletRequest request, Model model) {
    if (htmx == null) {
      return "redirect:/posts/" + post.id() + "#comments";
    }
    model.addAttribute("post", post);
    addComments(post, null, request, model);
    return "post :: comments";
  }

  private Comment myComment(String postId, String commentId, HttpServletRequest request) {
    PostId post = PostId.of(postId);
    CommentId id = CommentId.of(commentId);
    // Authors may edit and delete their hidden comments.
    Comment comment =
        blog(request)
            .findComment(post, id, Visibility.ALL)
            .orElseThrow(() -> new CommentNotFoundException(post, id));
    return mine(comment, comment.userId(), request);
  }

  private <T> T mine(T item, UserId author, HttpServletRequest request) {
    if (!me(request).id().equals(author)) {
      throw new NotYoursException();
    }
    return item;
  }

  private User me(HttpServletRequest request) {
    return people.signedIn(request).orElseThrow(NotSignedInException::new);
  }

  private static String notBlank(String text, String field) {
    if (text.isBlank()) {
      throw new InvalidInputException(field, "The %s is empty. Write something.".formatted(field));
    }
    return text.strip();
  }

  @Measured("Open an author's page")
  @GetMapping("/authors/{id}")
  String author(
      @PathVariable String id,
      @RequestParam(required = false) @Nullable String after,
      HttpServletRequest request,
      Model model) {
    UserId userId = UserId.of(id);
    if (isMine(userId, request)) {
      model.addAttribute(
          "unlisted",
          blog(request).postsOf(userId, PageRequest.first(PAGE), Visibility.UNLISTED).items());
    }
    model.addAttribute(
        "author",
        blog(request).findUser(userId).orElseThrow(() -> new UserNotFoundException(userId)));
    model.addAttribute("about", people.about(userId));
    model.addAttribute(
        "page",
        blog(request)
            .postsOf(
                userId,
                new PageRequest(PAGE, after == null ? null : new ContinuationToken(after))));
    return "author";
  }

  @GetMapping("/write")
  String write(HttpServletRequest request, Model model) {
    me(request);
    // The form contains the post's id, so that submitting it twice creates only one post.
    model.addAttribute("form", new PostForm(UUID.randomUUID().toString(), "", "", "", "", "", NEW));
    return "edit";
  }

  /** The fields of the form; tags are separated by commas. */
  record PostForm(
      String id,
      String title,
      String content,
      @Nullable String excerpt,
      @Nullable String slug,
      String tags,
      long version) {
    /** Browsers send line breaks as two characters, but count them as one. */
    PostForm {
      content = content.replace("\r\n", "\n");
      excerpt = Objects.requireNonNullElse(excerpt, "").replace("\r\n", "\n");
    }

    static PostForm of(Post post) {
      String tags = post.tags().stream().map(Tag::value).collect(Collectors.joining(", "));
      String slug = post.slug() == null ? "" : post.slug().value();
      return new PostForm(
          post.id().value(),
          post.title(),
          post.content(),
          post.excerpt(),
          slug,
          tags,
          post.version());
    }

    List<Tag> tagList() {
      return Stream.of(tags.split(",")).filter(text -> !text.isBlank()).map(Tag::from).toList();
    }

    PostForm atVersion(long other) {
      return new PostForm(id, title, content, excerpt, slug, tags, other);
    }
  }

  @Measured("Publish a post")
  @PostMapping("/write")
  String publish(
      PostForm form,
      @RequestParam(required = false) @Nullable String draft,
      HttpServletRequest request) {
    User me = me(request);
    PostId id = PostId.of(form.id());
    CreatePost command =
        CreatePost.of(me, notBlank(form.title(), "title"), notBlank(form.content(), "content"))
            .withId(id)
            .excerpt(form.excerpt())
            .tags(form.tagList());
    if (draft != null) {
      create(command.draft(), form, request);
      events.announce("Draft saved.");
      return "redirect:/posts/" + id;
    }
    create(command, form, request);
    copies.follow(posts -> posts.stream().anyMatch(post -> post.id().equals(id)));
    events.announce("Post published.");
    return "redirect:/posts/" + id;
  }

  /** Creates a post with the given slug, or one that is made of the title and unique. */
  private void create(CreatePost command, PostForm form, HttpServletRequest request) {
    if (form.slug() != null && !form.slug().isBlank()) {
      blog(request).createPost(command.slug(Slug.of(form.slug().strip())));
    } else if (form.title().codePoints().noneMatch(Character::isLetterOrDigit)) {
      blog(request).createPost(command);
    } else {
      try {
        blog(request).createPost(command.slug(Slug.from(form.title())));
      } catch (SlugTakenException e) {
        blog(request).createPost(command.slug(Slug.from(form.id() + " " + form.title())));
      }
    }
  }

  /** Shows the post as readers will see it, and stores nothing. */
  @PostMapping("/preview")
  String preview(
      PostForm form,
      @RequestHeader(name = HTMX, required = false) @Nullable String htmx,
      HttpServletRequest request,
      Model model) {
    me(request);
    model.addAttribute("form", form);
    return htmx == null ? "edit" : "edit :: preview";
  }

  @Measured("Open the editor")
  @GetMapping("/posts/{id}/edit")
  String editor(@PathVariable String id, HttpServletRequest request, Model model) {
    Post post = findPost(id, request);
    mine(post, post.userId(), request);
    model.addAttribute("form", PostForm.of(post));
    model.addAttribute("post", post);
    return "edit";
  }

  @Measured("Edit a post")
  @PostMapping("/posts/{id}/edit")
  String edit(
      PostForm form, HttpServletRequest request, HttpServletResponse response, Model model) {
    Post before = findPost(form.id(), request);
    mine(before, before.userId(), request);
    EditPost edit =
        EditPost.of(before.id())
            .title(notBlank(form.title(), "title"))
            .content(notBlank(form.content(), "content"))
            .excerpt(form.excerpt())
            .tags(form.tagList())
            .ifVersion(form.version());
    String slug = Objects.requireNonNullElse(form.slug(), "").strip();
    if (!slug.isEmpty()) {
      edit = edit.slug(Slug.of(slug));
    }
    Post written;
    try {
      written = blog(request).editPost(edit).value();
    } catch (VersionConflictException e) {
      // Keeps the user's text; saving again replaces the other edit.
      response.setStatus(HttpServletResponse.SC_CONFLICT);
      model.addAttribute("form", form.atVersion(e.currentVersion()));
      model.addAttribute("post", findPost(form.id(), request));
      model.addAttribute("conflict", true);
      return "edit";
    }
    PostSummary edited = written.summary();
    follow(
        written,
        posts ->
            posts.stream()
                .anyMatch(
                    post ->
                        post.id().equals(edited.id())
                            && post.title().equals(edited.title())
                            && post.tags().equals(edited.tags())
                            && post.summary().equals(edited.summary())));
    events.announce("Post saved.");
    return "redirect:/posts/" + before.id();
  }

  @Measured("Delete a post")
  @PostMapping("/posts/{id}/delete")
  String delete(@PathVariable String id, HttpServletRequest request) {
    Post post = findPost(id, request);
    mine(post, post.userId(), request);
    blog(request).deletePost(post.id());
    copies.follow(posts -> posts.stream().noneMatch(p -> p.id().equals(post.id())));
    events.announce("Post deleted.");
    return "redirect:/";
  }

  @GetMapping("/sign-in")
  String signIn(@RequestParam(defaultValue = "/") String next, Model model) {
    model.addAttribute("users", people.all());
    model.addAttribute("next", local(next));
    return "sign-in";
  }

  @PostMapping("/sign-in")
  String signIn(
      @RequestParam String user,
      @RequestParam(defaultValue = "/") String next,
      HttpServletRequest request) {
    people.signIn(
        people.find(user).orElseThrow(() -> new UserNotFoundException(UserId.of(user))), request);
    return "redirect:" + local(next);
  }

  @PostMapping("/sign-out")
  String signOut(HttpServletRequest request) {
    people.signOut(request);
    return "redirect:/";
  }

  /** Allows only paths of this blog, so that a link can't redirect a sign-in to another site. */
  private static String local(String path) {
    return path.matches("/[\\w/?=#.~-]*") && !path.startsWith("//") ? path : "/";
  }
}
