package dev.cosmosblog.spring.sample;

import dev.cosmosblog.spring.BlogSessionFilter;
import dev.cosmosblog.store.BlogStore;
import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.Callable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Creates users in the session of the request. */
@RestController
class SessionController {
  @PostMapping("/session/users/{name}")
  String create(@PathVariable("name") String name, HttpServletRequest request) {
    return BlogSessionFilter.store(request).createUser(name).sessionToken().value();
  }

  @PostMapping("/session/redirect/{name}")
  ResponseEntity<Void> redirect(@PathVariable("name") String name, HttpServletRequest request) {
    create(name, request);
    return ResponseEntity.status(303).header("Location", "/").build();
  }

  @PostMapping("/session/later/{name}")
  Callable<ResponseEntity<Void>> later(
      @PathVariable("name") String name, HttpServletRequest request) {
    BlogStore session = BlogSessionFilter.store(request);
    return () -> {
      session.createUser(name);
      return ResponseEntity.noContent().build();
    };
  }

  @PostMapping("/session/later/text/{name}")
  Callable<String> laterWithText(@PathVariable("name") String name, HttpServletRequest request) {
    BlogStore session = BlogSessionFilter.store(request);
    return () -> session.createUser(name).sessionToken().value();
  }
}
