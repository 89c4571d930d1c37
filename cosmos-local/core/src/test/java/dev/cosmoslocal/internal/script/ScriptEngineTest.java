package dev.cosmoslocal.internal.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptEngineTest {
  private final TestScripts scripts = TestScripts.standard();

  @AfterEach
  void close() {
    scripts.close();
  }

  @Test
  void callbacksRunInOrderAfterTheCallingFunction() {
    String body =
        """
        function () {
          var seen = [], c = getContext().getCollection();
          function note(name) { return function (err, doc) { seen.push(name + doc.id); }; }
          c.createDocument(c.getSelfLink(), {id: 'a'}, function (err, doc) {
            seen.push('1' + doc.id);
            c.createDocument(c.getSelfLink(), {id: 'c'}, note('3'));
            seen.push('after 1');
          });
          c.createDocument(c.getAltLink(), {}, {}, note('2'));
          seen.push('main');
          getContext().getResponse().setBody(seen);
        }
        """;
    assertThat(scripts.answer(body)).isEqualTo("['main','1a','after 1','2id1','3c']");
  }

  @Test
  void anErrorWithoutCallbackEndsTheScript() {
    ScriptException failure =
        scripts.failure("function () { __.deleteDocument(__.getAltLink() + '/docs/x'); }");
    assertThat(failure.status()).isEqualTo(400);
    assertThat(failure.subStatus()).isEqualTo(404);
    assertThat(failure)
        .hasMessageContaining(
            "Encountered exception while executing Javascript. Exception = Error: ")
        .hasMessageContaining("Resource Not Found");
  }

  /** SDK for JavaScript, sproc.spec.ts. */
  @Test
  void valuesAreAppendedToTheBodyAsText() {
    assertThat(
            scripts.answer(
                "function () { for (var i = 0; i < 4; i++) __.response.appendValue('Body', i); }"))
        .isEqualTo("'0123'");
  }

  @Test
  void anErrorWithCallbackIsHandledByTheScript() {
    String body =
        """
        function () {
          __.deleteDocument(__.getAltLink() + '/docs/x', {}, function (err) {
            __.response.setBody([err.number, JSON.parse(err.body).Errors[0], err instanceof Error]);
          });
        }
        """;
    assertThat(scripts.answer(body)).isEqualTo("[404,'Resource Not Found',true]");
  }

  @Test
  void aPageHasAContinuation() {
    String body =
        """
        function () {
          __.queryDocuments(__.getSelfLink(), {query: 'q', parameters: []},
              {pageSize: 7, continuation: 'c'},
              function (err, rows, options) { __.response.setBody([rows, options.continuation]); });
        }
        """;
    assertThat(scripts.answer(body)).isEqualTo("[[1],'more']");
    assertThat(scripts.calls())
        .singleElement()
        .isInstanceOfSatisfying(
            CollectionCall.RunQuery.class,
            query -> {
              assertThat(query.pageSize()).isEqualTo(7);
              assertThat(query.continuation()).isEqualTo("c");
              assertThat(query.query().path("query").textValue()).isEqualTo("q");
            });
  }

  @Test
  void bodiesAreCopiedAtTheTimeOfTheCall() {
    scripts.run(
        "function () { var d = {id: 'a', n: 1}; __.createDocument(__.getSelfLink(), d); d.n = 2;"
            + " }");
    assertThat(scripts.calls())
        .singleElement()
        .isInstanceOfSatisfying(
            CollectionCall.CreateItem.class,
            create -> assertThat(create.body().path("n").intValue()).isEqualTo(1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '`',
      value = {
        "__.createDocument('dbs/x/colls/y', {}) → outside current collection",
        "__.createDocument('nonsense', {}) → Invalid collection link",
        "__.readDocument('dbs/db/colls/items/docs') → Invalid document link",
        "__.readDocument('dbs/db/colls/items2/docs/x') → outside current collection",
        "__.createDocument(__.getSelfLink()) → requires at least 2 argument(s)",
        "__.createDocument(__.getSelfLink(), 'text') → must be an object or a string",
        "__.createDocument(__.getSelfLink(), {}, 1) → parameter must be of type",
        "__.createDocument(__.getSelfLink(), {}, {}, 1) → parameter must be of type",
        "__.createAttachment('', {}) → not supported by the emulator",
        "getContext().getRequest().setBody(1) → TypeError",
        "throw 'plain' → Exception = plain",
        "null.x → TypeError",
        "throw new RangeError('far') → RangeError: far",
      })
  void invalidArgumentsAreReported(String statement, String message) {
    assertThat(scripts.failure("function () { " + statement + "; }")).hasMessageContaining(message);
    assertThat(scripts.calls()).isEmpty();
  }

  @Test
  void abortEndsAScriptThatCatchesErrors() {
    String body =
        """
        function () {
          Promise.resolve().then(function () {
            try { getContext().abort(new Error(410, 'gone')); } catch (e) { }
          });
        }
        """;
    assertThat(scripts.failure(body).subStatus()).isEqualTo(410);
  }

  @Test
  void anUnhandledRejectionDoesNotFailTheScript() {
    assertThat(
            scripts.answer(
                "function () { Promise.resolve().then(function () { throw 1; });"
                    + " __.response.setBody(2); }"))
        .isEqualTo("2");
  }

  @Test
  void requestAndResponseAreAccessible() {
    assertThat(
            scripts.answer(
                "function () { var q = getContext().getRequest(), a = getContext().getResponse();"
                    + " a.setBody(q.getBody()); a.appendBody(q.getValue('x-name') +"
                    + " q.getOperationType()); }"))
        .isEqualTo("'askedvalueExecute'");
    assertThat(scripts.run("function (a) { __.response.setBody(a + 1); }", IntNode.valueOf(1)))
        .extracting(outcome -> outcome.responseBody().intValue())
        .isEqualTo(2);
  }

  @Test
  void theLogSurvivesAFailure() {
    assertThat(scripts.run("function () { console.log('a%s%%', 1); console.log({}); }").log())
        .isEqualTo("a1%[object Object]");
    assertThat(scripts.failure("function () { console.log('so far'); throw 1; }").log())
        .isEqualTo("so far");
    assertThat(scripts.failure("function () { while (true) console.log('0123456789'); }"))
        .hasMessageContaining("would be too large")
        .extracting(ScriptException::subStatus)
        .isEqualTo(413);
  }

  @Test
  void nothingIsAcceptedWhenTimeIsShort() {
    AtomicLong now = new AtomicLong();
    ScriptLimits limits = new ScriptLimits(Duration.ofSeconds(5), 100);
    String body =
        "function () { __.response.setBody(__.createDocument(__.getSelfLink(), {id: 'x'})); }";
    try (TestScripts early = new TestScripts(limits, () -> now.getAndSet(0))) {
      assertThat(early.answer(body)).isEqualTo("true");
      assertThat(early.calls()).hasSize(1);
    }
    AtomicLong calls = new AtomicLong();
    long late = TimeUnit.MILLISECONDS.toNanos(4_500);
    try (TestScripts slow =
        new TestScripts(limits, () -> calls.getAndIncrement() == 0 ? 0 : late)) {
      assertThat(slow.answer(body)).isEqualTo("false");
      assertThat(slow.calls()).isEmpty();
    }
  }

  /** On a busy machine, the classes of JavaScript take longer than a script may. */
  @Test
  void theTimeOfTheFirstScriptBeginsOnceJavaScriptIsLoaded() {
    AtomicReference<ScriptEngine> engine = new AtomicReference<>();
    List<Boolean> loaded = new CopyOnWriteArrayList<>();
    LongSupplier clock =
        () -> {
          loaded.add(engine.get().isPrepared());
          return System.nanoTime();
        };
    ScriptLimits limits = new ScriptLimits(Duration.ofMinutes(1), 100);
    try (TestScripts scripts = new TestScripts(limits, clock)) {
      engine.set(scripts.engine());
      assertThat(scripts.engine().functions().call("f", "function () { return 1; }", List.of()))
          .isEqualTo(IntNode.valueOf(1));
    }
    try (TestScripts scripts = new TestScripts(limits, clock)) {
      engine.set(scripts.engine());
      assertThat(scripts.value("return 1;")).isEqualTo("1");
    }
    assertThat(loaded).isNotEmpty().doesNotContain(false);
  }

  @Test
  void aTooLargeResponseIsRejected() {
    assertThat(
            scripts
                .failure("function () { __.response.setBody('x'.repeat(5 * 1024 * 1024)); }")
                .status())
        .isEqualTo(413);
  }

  @Test
  void functionsShareNoState() {
    FunctionCalls functions = scripts.engine().functions();
    assertThat(
            functions
                .call(
                    "f",
                    "function (a, b) { return [a, b === undefined]; }",
                    List.of(IntNode.valueOf(1), MissingNode.getInstance()))
                .toString())
        .isEqualTo("[1,true]");
    assertThat(functions.call("g", "function () {}", List.of()).isMissingNode()).isTrue();
    assertThatThrownBy(() -> functions.call("h", "function () { throw 'no'; }", List.of()))
        .isInstanceOf(ScriptException.class)
        .hasMessageContaining("no");
  }

  @Test
  void limitsAreChecked() {
    assertThatThrownBy(() -> new ScriptLimits(Duration.ZERO, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ScriptLimits(Duration.ofSeconds(1), -1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
