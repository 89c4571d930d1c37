package dev.cosmosblog.store.command;

import dev.cosmosblog.model.Content;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.InvalidPropertyException;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.Tag;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Edits a post's title, content, excerpt, slug, tags or custom properties (C2). Executing an empty
 * edit throws an {@link InvalidInputException}.
 *
 * @param id the post
 * @param title its new title, of 0 to {@value Content#MAX_TITLE_LENGTH} characters, or null for no
 *     change
 * @param content its new content, which may be empty, or null for no change
 * @param excerpt its new summary for lists, of 0 to {@value Content#MAX_EXCERPT_LENGTH} characters;
 *     empty for the beginning of the content, or null for no change
 * @param slug its new slug, or null for no change; the former one still finds it
 * @param tags its new tags, at most {@value Tag#MAX_OF_POST}, or null for no change
 * @param version the {@link Post#version} that the post must have, or null for any
 * @param properties the change of its properties, or null for no change
 */
public record EditPost(
    PostId id,
    @Nullable String title,
    @Nullable String content,
    @Nullable String excerpt,
    @Nullable Slug slug,
    @Nullable List<Tag> tags,
    @Nullable Long version,
    @Nullable PropertiesEdit properties) {
  public EditPost {
    Objects.requireNonNull(id, "id");
    Content.checkPost(title == null ? "" : title, content == null ? "" : content);
    if (excerpt != null) {
      Content.checkExcerpt(excerpt);
    }
    tags = tags == null ? null : Tag.ofPost(tags);
    checkVersion(version);
    PropertiesEdit.checkSize(properties, "post", CustomProperties.MAX_BYTES_OF_POST);
  }

  /** An edit of title and content, for any version of the post. */
  public EditPost(PostId id, String title, String content) {
    this(
        id,
        Content.check("title", title),
        Content.check("content", content),
        null,
        null,
        null,
        null,
        null);
  }

  /** {@return an empty edit, to add changes to} */
  public static EditPost of(PostId id) {
    return new EditPost(id, null, null, null, null, null, null, null);
  }

  /** {@return the same edit with a new title} */
  public EditPost title(String text) {
    return new EditPost(
        id, Content.check("title", text), content, excerpt, slug, tags, version, properties);
  }

  /** {@return the same edit with a new content} */
  public EditPost content(String text) {
    return new EditPost(
        id, title, Content.check("content", text), excerpt, slug, tags, version, properties);
  }

  /**
   * {@return the same edit with a new summary for lists}
   *
   * @param text 0 to {@value Content#MAX_EXCERPT_LENGTH} characters; an empty one removes the
   *     excerpt
   */
  public EditPost excerpt(String text) {
    return new EditPost(
        id, title, content, Content.checkExcerpt(text), slug, tags, version, properties);
  }

  /**
   * {@return the same edit with a new slug}
   *
   * <p>The former slug still finds the post, until the post has had {@value Slug#MAX_FORMER} others
   * since.
   *
   * @param text the slug
   */
  public EditPost slug(Slug text) {
    Objects.requireNonNull(text, "text");
    return new EditPost(id, title, content, excerpt, text, tags, version, properties);
  }

  /**
   * {@return the same edit with new tags, which replace those before}
   *
   * @param words at most {@value Tag#MAX_OF_POST} different tags, or none
   * @throws InvalidInputException if there are more
   */
  public EditPost tags(Collection<Tag> words) {
    Objects.requireNonNull(words, "words");
    return new EditPost(id, title, content, excerpt, slug, List.copyOf(words), version, properties);
  }

  /**
   * {@return the same edit, which fails unless the post has a version}
   *
   * @param expected the {@link Post#version} that was read
   * @throws InvalidInputException if it is negative
   */
  public EditPost ifVersion(long expected) {
    return new EditPost(id, title, content, excerpt, slug, tags, expected, properties);
  }

  /** {@return the same edit, which replaces all custom properties} */
  public EditPost properties(CustomProperties own) {
    Objects.requireNonNull(own, "own");
    return new EditPost(id, title, content, excerpt, slug, tags, version, PropertiesEdit.of(own));
  }

  /**
   * {@return the same edit, which also sets one custom property}
   *
   * @param name the property
   * @param value its value
   * @throws InvalidPropertyException if the name or the value is invalid
   */
  public EditPost property(String name, Object value) {
    PropertiesEdit changed = PropertiesEdit.setting(properties, name, value);
    return new EditPost(id, title, content, excerpt, slug, tags, version, changed);
  }

  /**
   * {@return the same edit, which also removes one custom property}
   *
   * @param name the property, which may be missing
   */
  public EditPost withoutProperty(String name) {
    PropertiesEdit changed = PropertiesEdit.removing(properties, name);
    return new EditPost(id, title, content, excerpt, slug, tags, version, changed);
  }

  static void checkVersion(@Nullable Long version) {
    if (version != null && version < 0) {
      throw new InvalidInputException(
          "version",
          "version must be 0 or more, but was %d. Give the version that was read."
              .formatted(version));
    }
  }
}
