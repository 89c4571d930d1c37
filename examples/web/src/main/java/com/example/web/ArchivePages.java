package com.example.web;

import com.example.web.CostMeter.Measured;
import dev.cosmosblog.store.BlogQueries;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.query.ContinuationToken;
import dev.cosmosblog.store.query.PageRequest;
import java.time.YearMonth;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;

/** All published posts, by month. */
@Controller
final class ArchivePages {
  private static final int PAGE = 10;

  private final BlogStore blog;

  ArchivePages(BlogStore blog) {
    this.blog = blog;
  }

  @Measured("Open the archive")
  @GetMapping("/archive")
  String months(@RequestParam(required = false) @Nullable String after, Model model) {
    model.addAttribute("months", blog.archiveMonths(page(BlogQueries.MAX_ARCHIVE_MONTHS, after)));
    return "archive";
  }

  @Measured("Open a month of the archive")
  @GetMapping("/archive/{month}")
  String month(
      @PathVariable String month,
      @RequestParam(required = false) @Nullable String after,
      Model model) {
    YearMonth asked = parse(month);
    model.addAttribute("month", asked);
    model.addAttribute("page", blog.archive(asked, page(PAGE, after)));
    return "archive";
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
