package dev.cosmosblog.spring;

import jakarta.servlet.http.HttpServletResponse;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.servlet.DispatcherServlet;

/**
 * Configures responses to the library's exceptions in Spring MVC. Exclude this class to handle them
 * like any other exception; a handler of the application wins anyway.
 */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = "cosmosblog.enabled", matchIfMissing = true)
@ConditionalOnClass({DispatcherServlet.class, HttpServletResponse.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
public final class BlogProblemAutoConfiguration {
  BlogProblemAutoConfiguration() {}

  @Bean
  BlogProblems blogProblems() {
    return new BlogProblems();
  }
}
