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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  /** Links under a heading, with the number of posts of all; each of both is null if unknown. */
  record Section(@Nullable String heading, @Nullable Long posts, List<Group> groups) {}

  @Measured("Open the archive")
  @GetMapping("/archive")
  String months(@RequestParam(required = false) @Nullable String after, Model model) {
    Page<ArchivedMonth> page = blog.archiveMonths(page(BlogQueries.MAX_ARCHIVE_MONTHS, after));
    Map<Integer, List<ArchivedMonth>> years = new LinkedHashMap<>();
    page.items()
        .forEach(
            one -> years.computeIfAbsent(one.month().getYear(), y -> new ArrayList<>()).add(one));
    List<Section> sections = new ArrayList<>();
    for (Map.Entry<Integer, List<ArchivedMonth>> year : years.entrySet()) {
      // Other pages may have months of the first and the last year.
      boolean isWhole =
          (after == null || !sections.isEmpty())
              && (page.nextToken() == null || sections.size() < years.size() - 1);
      long posts = year.getValue().stream().mapToLong(ArchivedMonth::posts).sum();
      List<Group> months =
          year.getValue().stream()
              .map(one -> new Group(one.month().toString(), texts.month(one.month()), one.posts()))
              .toList();
      sections.add(new Section(year.getKey().toString(), isWhole ? posts : null, months));
    }
    model.addAttribute("sections", sections);
    return listing("archive", "Archive", page, model);
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
    model.addAttribute("sections", List.of(new Section(null, null, groups)));
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
