package dev.cosmoslocal.internal.script;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/** Runs scripts in tests. */
final class TestScripts implements AutoCloseable {
  private final AtomicInteger ids = new AtomicInteger();
  private final RecordedCollection collection = new RecordedCollection();
  private final ScriptEngine engine;

  TestScripts(ScriptLimits limits, LongSupplier nanoTime) {
    this.engine = new ScriptEngine(limits, nanoTime, () -> "id" + ids.incrementAndGet());
  }

  static TestScripts standard() {
    return new TestScripts(new ScriptLimits(Duration.ofMinutes(1), 10_000), System::nanoTime);
  }

  static TestScripts within(Duration time) {
    return new TestScripts(new ScriptLimits(time, 100), System::nanoTime);
  }

  ScriptEngine engine() {
    return engine;
  }

  List<CollectionCall> calls() {
    return collection.calls();
  }

  ScriptOutcome run(String body, JsonNode... arguments) {
    ScriptMessage nothing = new ScriptMessage(Map.of(), MissingNode.getInstance(), true);
    ScriptMessage request =
        new ScriptMessage(Map.of("X-Name", "value"), TextNode.valueOf("asked"), false);
    return engine.run(
        new ScriptCall(
            "test",
            body,
            Arrays.asList(arguments),
            "Execute",
            new ScriptCall.Messages(request, nothing),
            true),
        collection);
  }

  /** Returns the response of a script with single quotes, or "undefined". */
  String answer(String body) {
    JsonNode answer = run(body).responseBody();
    return answer.isMissingNode() ? "undefined" : answer.toString().replace('"', '\'');
  }

  /** Returns the value of statements that end with a return. */
  String value(String statements) {
    return answer("function () { __.response.setBody((function () {" + statements + "})()); }");
  }

  ScriptException failure(String body) {
    return catchThrowableOfType(ScriptException.class, () -> run(body));
  }

  @Override
  public void close() {
    engine.close();
  }
}
