package com.example.web;

import com.example.web.CostMeter.Measured;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.store.BlogStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Full-text search in the index that the change feed hosts update. */
@Controller
final class SearchPages {
  private final BlogStore blog;
  private final SearchIndex index;

  SearchPages(BlogStore blog, SearchIndex index) {
    this.blog = blog;
    this.index = index;
  }

  @Measured("Search")
  @GetMapping("/search")
  String search(@RequestParam(defaultValue = "") String words, Model model) throws IOException {
    List<Post> found = new ArrayList<>();
    for (PostId id : index.find(words)) {
      blog.findPost(id).ifPresent(found::add);
    }
    model.addAttribute("words", words.strip());
    model.addAttribute("found", found);
    model.addAttribute("indexed", index.size());
    return "search";
  }
}
