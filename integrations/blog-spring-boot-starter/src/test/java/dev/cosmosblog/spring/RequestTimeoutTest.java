package dev.cosmosblog.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;

import dev.cosmosblog.model.User;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmoslocal.Fault;
import dev.cosmoslocal.FaultPlan;
import dev.cosmoslocal.FaultRule;
import dev.cosmoslocal.LocalCosmos;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;

/** The timeouts of calls on the threads of web requests and on others. */
class RequestTimeoutTest {
  private static final AutoConfigurations BLOG = AutoConfigurations.of(BlogAutoConfiguration.class);

  @ParameterizedTest
  @CsvSource({"50ms, true", "0s, false"})
  void aCallOnTheThreadOfAWebRequestEndsSoonerThanOthers(String timeout, boolean ends) {
    try (LocalCosmos emulator = LocalCosmos.start()) {
      new WebApplicationContextRunner()
          .withConfiguration(BLOG)
          .withPropertyValues(
              "cosmosblog.endpoint=" + emulator.endpoint(),
              "cosmosblog.key=" + emulator.key(),
              "cosmosblog.gateway-mode=true",
              "cosmosblog.change-feed.enabled=false",
              "cosmosblog.store.request-timeout=" + timeout)
          .run(context -> callsEnd(context.getBean(BlogStore.class), emulator, ends));
    }
  }

  private static void callsEnd(BlogStore blog, LocalCosmos emulator, boolean ends) {
    User ann = blog.createUser("Ann").value();
    emulator.faults(
        FaultPlan.builder()
            .rule(
                FaultRule.onAny()
                    .container("users")
                    .from(1)
                    .then(Fault.delay(Duration.ofMillis(500))))
            .build());
    assertThat(blog.findUser(ann.id())).as("in the background").contains(ann);
    RequestContextHolder.setRequestAttributes(mock(RequestAttributes.class));
    try {
      if (ends) {
        assertThatThrownBy(() -> blog.findUser(ann.id()))
            .isInstanceOf(StoreUnavailableException.class);
      } else {
        assertThat(blog.findUser(ann.id())).contains(ann);
      }
    } finally {
      RequestContextHolder.resetRequestAttributes();
    }
  }

  @Test
  void theTimeoutIsFiveSecondsAndOnlyWebApplicationsHaveOne() {
    String[] idle = {
      "cosmosblog.endpoint=https://127.0.0.1:1/",
      "cosmosblog.key=AA==",
      "cosmosblog.provision=false",
      "cosmosblog.change-feed.enabled=false"
    };
    RequestContextHolder.setRequestAttributes(mock(RequestAttributes.class));
    try {
      new WebApplicationContextRunner()
          .withConfiguration(BLOG)
          .withPropertyValues(idle)
          .run(
              context ->
                  assertThat(context.getBean(BlogAutoConfiguration.RequestTimeout.class).get())
                      .contains(Duration.ofSeconds(5)));
    } finally {
      RequestContextHolder.resetRequestAttributes();
    }
    new ApplicationContextRunner()
        .withConfiguration(BLOG)
        .withPropertyValues(idle)
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .doesNotHaveBean(BlogAutoConfiguration.RequestTimeout.class));
  }
}
