package dev.cosmosblog.changefeed.internal.handler;

import static org.mockito.Mockito.mock;

import dev.cosmosblog.store.internal.kernel.Repositories;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.mockito.Mockito;

/** Mocks of all repositories of a blog without listings. */
final class MockedRepositories {
  private MockedRepositories() {}

  static Repositories create() {
    Map<Class<?>, Object> repositories = new ConcurrentHashMap<>();
    return mock(
        Repositories.class,
        call -> {
          Class<?> type = call.getMethod().getReturnType();
          return type == Optional.class
              ? Optional.empty()
              : repositories.computeIfAbsent(type, Mockito::mock);
        });
  }
}
