package com.example.web;

import com.example.web.CostMeter.Measured;
import com.example.web.SearchIndex.Part;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.store.BlogStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.search.BooleanClause.Occur;
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

  /** A post that was found, with the searched words marked in its title and in a passage of it. */
  record Hit(Post post, List<Part> title, List<Part> passage) {}

  @Measured("Search")
  @GetMapping("/search")
  String search(@RequestParam(defaultValue = "") String words, Model model) throws IOException {
    List<Hit> found = hits(words, Occur.MUST);
    model.addAttribute("isFound", !found.isEmpty());
    if (found.isEmpty()) {
      String corrected = index.correct(words.strip());
      // The index may still have a deleted post.
      if (!corrected.equals(words.strip()) && !index.find(corrected, Occur.SHOULD).isEmpty()) {
        model.addAttribute("corrected", corrected);
      }
      found = hits(words, Occur.SHOULD);
    }
    model.addAttribute("words", words.strip());
    model.addAttribute("hits", found);
    model.addAttribute("indexed", index.size());
    return "search";
  }

  private List<Hit> hits(String words, Occur each) throws IOException {
    List<Hit> hits = new ArrayList<>();
    for (PostId id : index.find(words, each)) {
      Optional<Post> found = blog.findPost(id);
      if (found.isPresent()) {
        Post post = found.get();
        hits.add(
            new Hit(post, index.mark(post.title(), words), index.passage(post.content(), words)));
      }
    }
    return hits;
  }
}
