package dev.cosmosblog.changefeed.internal.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoMoreInteractions;

import dev.cosmosblog.changefeed.view.ViewFailedException;
import dev.cosmosblog.changefeed.view.ViewTimeoutException;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.store.error.AccessDeniedException;
import dev.cosmosblog.store.error.SchemaMismatchException;
import dev.cosmosblog.store.error.SchemaMissingException;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.error.StoreException.Failure;
import dev.cosmosblog.store.error.StoreRejectedException;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.error.ThrottledException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.Logger;

/** Tests the log messages of failures, and the failures that need an operator. */
class ChangeHandlerTest {
  private final Logger log = mock();

  private static Failure failure(int status, boolean isWrite) {
    return new Failure("a request", status, 0, null, false, isWrite, null);
  }

  @Test
  void theMessageOfAFailureOfCosmosDbIsLogged() {
    StoreException failure = new StoreUnavailableException(failure(503, true));

    ChangeHandler.warn(log, "What", failure);

    verify(log).warn("{}: {}", "What", failure.getMessage());
    verify(log).debug("The cause", failure);
    verifyNoMoreInteractions(log);
  }

  @Test
  void theMessageAboutASchemaIsLogged() {
    SchemaMismatchException failure = new SchemaMismatchException("posts", 3, List.of("a"));

    ChangeHandler.warn(log, "What", failure);

    verify(log).warn("{}: {}", "What", failure.getMessage());
  }

  /** It may contain an id or a name. */
  @Test
  void theMessageAboutAnItemIsNotLogged() {
    MalformedItemException failure = new MalformedItemException("personal", "personal, too.");

    ChangeHandler.warn(log, "What", failure);

    verify(log).warn("{}: {}", "What", MalformedItemException.class.getName());
    verify(log).debug("The cause", failure);
    verifyNoMoreInteractions(log);
  }

  @Test
  void aFailureOfAViewIsLoggedWithItsCause() {
    IllegalStateException cause = new IllegalStateException("of the view");
    ViewFailedException failure = new ViewFailedException("tags", cause);

    ChangeHandler.warn(log, "What", failure);

    verify(log).warn("{}: {}", "What", failure.getMessage(), cause);
    verifyNoMoreInteractions(log);
  }

  @Test
  void anUnexpectedFailureIsLoggedWithItsStackTrace() {
    IllegalStateException failure = new IllegalStateException("a defect");

    ChangeHandler.warn(log, "What", failure);

    verify(log).warn("What", failure);
    verifyNoMoreInteractions(log);
  }

  static Stream<RuntimeException> ofOperators() {
    return Stream.of(
        new AccessDeniedException(failure(403, true)),
        SchemaMissingException.ofContainer(failure(404, true)),
        new SchemaMismatchException("posts", 3, List.of("a")),
        new ThrottledException(failure(429, true), Duration.ZERO),
        new ViewTimeoutException("tags", Duration.ofSeconds(1)),
        new StoreRejectedException(failure(400, false)));
  }

  @ParameterizedTest
  @MethodSource("ofOperators")
  void anOperatorMustActOnIt(RuntimeException failure) {
    assertThat(ChangeHandler.needsOperator(failure)).isTrue();
    assertThat(ChangeHandler.isCausedByItem(failure)).isFalse();
  }

  @Test
  void noOperatorIsNeededForTheRejectionOfAnItemOrAnOutage() {
    assertThat(ChangeHandler.needsOperator(new StoreRejectedException(failure(400, true))))
        .isFalse();
    assertThat(ChangeHandler.needsOperator(new StoreUnavailableException(failure(503, true))))
        .isFalse();
    assertThat(ChangeHandler.isCausedByItem(new StoreRejectedException(failure(400, true))))
        .isTrue();
    assertThat(ChangeHandler.isCausedByItem(new MalformedItemException("id", "?"))).isTrue();
  }
}
