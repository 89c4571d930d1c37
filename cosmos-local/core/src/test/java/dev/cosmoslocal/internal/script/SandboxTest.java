package dev.cosmoslocal.internal.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class SandboxTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "java",
        "javax",
        "org",
        "com",
        "Packages",
        "JavaAdapter",
        "JavaImporter",
        "getClass",
        "importClass",
        "Continuation",
        "Script",
        "load",
        "require",
        "process",
        "''.getClass",
        "getContext.getClass",
        "getContext().getCollection().getClass",
        "__.request.getBody().getClass",
        "(function () { try { null.x; } catch (e) { return e.javaException || e.rhinoException; }"
            + " })()",
        "(function () { try { __.readDocument(1); } catch (e) { return e.javaException ||"
            + " e.rhinoException; } })()",
        "[].__noSuchMethod__",
      })
  void theJvmIsNotAccessible(String name) {
    try (TestScripts scripts = TestScripts.standard()) {
      assertThat(scripts.value("return typeof " + name + ";")).isEqualTo("'undefined'");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(function () {}).constructor('return this')()",
        "getContext.constructor.constructor('return java')()",
        "(function* () {}).constructor('return 1')()",
        "new Function('return java.lang.System')()",
        "Object.getPrototypeOf(function () {}).constructor('return 1')()",
        "java.lang.System.exit(1)",
        "Packages.java.lang.Runtime.getRuntime()",
        "JavaAdapter(java.lang.Runnable, {})",
      })
  void noExpressionEscapesTheSandbox(String expression) {
    try (TestScripts scripts = TestScripts.standard()) {
      assertThat(scripts.failure("function () { return " + expression + "; }").status())
          .isEqualTo(400);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "while (true) {}",
        "try { while (true) {} } catch (e) {} finally { while (true) {} }",
        "/^(a+)+$/.test('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!')",
        "for (;;) { __.createDocument(__.getSelfLink(), {}); }",
        "Promise.resolve().then(function again() { return Promise.resolve().then(again); })",
        "while (true) { new Array(300000).indexOf(1); }",
        "throw {toString: function () { while (true) {} }}",
      })
  void anEndlessScriptIsStopped(String statements) {
    try (TestScripts scripts = TestScripts.within(Duration.ofMillis(600))) {
      ScriptException stopped = scripts.failure("function () { " + statements + "; }");
      assertThat(stopped.status()).isEqualTo(408);
      assertThat(stopped).hasMessageContaining("exceeded maximum alloted time");
      assertThat(scripts.value("return 1;")).as("the next script").isEqualTo("1");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "function f() { return f() + 1; } f()",
        "function f() { [1].forEach(f); } f()",
        "var o = {get x() { return this.x; }}; o.x",
        "var o = {toString: function () { return '' + this; }}; '' + o",
        "var a = []; for (var i = 0; i < 100000; i++) a = [a]; __.response.setBody(a)",
        "JSON.parse(new Array(100000).join('['))",
      })
  void endlessRecursionFailsTheScript(String statements) {
    try (TestScripts scripts = TestScripts.standard()) {
      ScriptException failure = scripts.failure("function () { " + statements + "; }");
      assertThat(failure.status()).isEqualTo(400);
      assertThat(failure).hasMessageContaining("Encountered exception while executing Javascript");
    }
  }

  @Test
  void callsDoNotShareGlobals() {
    try (TestScripts scripts = TestScripts.standard()) {
      scripts.run("function () { Array.prototype.left = 1; left = 2; getContext = null; }");
      assertThat(scripts.value("return [typeof [].left, typeof left];"))
          .isEqualTo("['undefined','undefined']");
    }
  }

  /** A program is compiled once, but each call has its own realm. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "var a = /x/g; var n = a.lastIndex; a.test('xx'); return n;",
        "function f() {} var n = f.calls || 0; f.calls = 1; return n;",
        "var o = {}.constructor, n = o.left || 0; o.left = 1; return n;",
        "function tag(strings) { return strings; } var p = Object.getPrototypeOf(tag`a`);"
            + " var n = p === Array.prototype ? p.left || 0 : 2; p.left = 1; return n;",
      })
  void callsOfTheSameScriptDoNotShareGlobals(String statements) {
    try (TestScripts scripts = TestScripts.standard()) {
      assertThat(scripts.value(statements)).isEqualTo("0");
      assertThat(scripts.value(statements)).isEqualTo("0");
    }
  }

  @Test
  void aCompiledProgramIsThreadSafe() {
    String count =
        "function () { var n = 0; for (let i = 0; i < 2000; i++) { n += [1, 2].map(x => x * i)[1];"
            + " } __.response.setBody(n); }";
    try (TestScripts scripts = TestScripts.standard()) {
      List<String> answers =
          IntStream.range(0, 40).parallel().mapToObj(i -> scripts.answer(count)).toList();
      assertThat(answers).hasSize(40).containsOnly("3998000");
    }
  }
}
