package com.example.web;

import com.example.web.CostMeter.Measured;
import dev.cosmosblog.model.ArchivedMonth;
import dev.cosmosblog.model.ListedTag;
import dev.cosmosblog.model.Tag;
import dev.cosmosblog.store.BlogQueries;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.query.ContinuationToken;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import java.time.YearMonth;
import java.time.format.DateTimeParseException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;

/** All published posts, by month and by tag. */
@Controller
final class ListingPages {
  private static final int PAGE = 10;
  private static final int TAGS = 50;

  private final BlogStore blog;
  private final Texts texts;

  ListingPages(BlogStore blog, Texts texts) {
    this.blog = blog;
    this.texts = texts;
  }

  /** A link to a list of posts; the id is the last part of its path. */
  record Group(String id, String name, long posts) {}

  @Measured("Open the archive")
  @GetMapping("/archive")
  String months(@RequestParam(required = false) @Nullable String after, Model model) {
    Page<ArchivedMonth> months = blog.archiveMonths(page(BlogQueries.MAX_ARCHIVE_MONTHS, after));
    List<Group> groups =
        months.items().stream()
            .map(one -> new Group(one.month().toString(), texts.month(one.month()), one.posts()))
            .toList();
    model.addAttribute("groups", groups);
    return listing("archive", "Archive", months, model);
  }

  @Measured("Open a month of the archive")
  @GetMapping("/archive/{id}")
  String month(
      @PathVariable String id,
      @RequestParam(required = false) @Nullable String after,
      Model model) {
    YearMonth month = parse(id);
    return listing("archive", texts.month(month), blog.archive(month, page(PAGE, after)), model);
  }

  @Measured("Open the tags")
  @GetMapping("/tags")
  String tags(@RequestParam(required = false) @Nullable String after, Model model) {
    Page<ListedTag> tags = blog.tags(page(TAGS, after));
    List<Group> groups =
        tags.items().stream()
            .map(one -> new Group(one.tag().value(), one.tag().value(), one.posts()))
            .toList();
    model.addAttribute("groups", groups);
    return listing("tags", "Tags", tags, model);
  }

  @Measured("Open a tag")
  @GetMapping("/tags/{id}")
  String tag(
      @PathVariable String id,
      @RequestParam(required = false) @Nullable String after,
      Model model) {
    return listing("tags", id, blog.postsByTag(Tag.of(id), page(PAGE, after)), model);
  }

  private static String listing(String list, String heading, Page<?> page, Model model) {
    model.addAttribute("list", list);
    model.addAttribute("heading", heading);
    model.addAttribute("page", page);
    return "listing";
  }

  private static YearMonth parse(String month) {
    try {
      return YearMonth.parse(month);
    } catch (DateTimeParseException e) {
      throw new ResponseStatusException(HttpStatus.NOT_FOUND, "not a month", e);
    }
  }

  private static PageRequest page(int size, @Nullable String after) {
    return new PageRequest(size, after == null ? null : new ContinuationToken(after));
  }
}
