package dev.cosmoslocal.internal.script;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Guards against programs that behave differently in Rhino than in the service's engine. */
class RhinoDialectTest {
  private static final TestScripts SCRIPTS = TestScripts.standard();

  @AfterAll
  static void close() {
    SCRIPTS.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '`',
      value = {
        "var r = []; for (var x of [1, 2]) { const y = x; r.push(y); } return r; → [1,2]",
        "var r = [], i = 0; while (i < 2) { const y = i++; r.push(() => y); } return r.map(f =>"
            + " f()); → [0,1]",
        "var r = []; for (const x of [1, 2]) r.push(() => x); return r.map(f => f()); → [1,2]",
        "var r = []; for (const k in {a: 1, b: 2}) { r.push(() => k); } return r.map(f => f()); →"
            + " ['a','b']",
        "var r = []; for (const [k, v] of [[1, 2], [3, 4]]) { r.push(() => k + v); } return r.map(f"
            + " => f()); → [3,7]",
        "var r = []; for (let i = 0; i < 2; i++) r.push(() => i); return r.map(f => f()); → [0,1]",
        "var r = []; for (let i = 0, n = 3; i < n; i++) { if (i === 1) continue; r.push(() => [i,"
            + " n]); } return r.map(f => f()); → [[0,3],[2,3]]",
        "var r = []; for (let i = 0; i < 2; i++) for (let j = 0; j < 2; j++) r.push(() => i + j);"
            + " return r.map(f => f()); → [0,1,1,2]",
        "var r = []; for (let a of [1, 2]) for (let b of [3]) r.push(() => a + b); return r.map(f"
            + " => f()); → [4,5]",
        "var r = []; for (let i = 0; i < 3; i++) { let k; if (i === 0) k = 1; r.push(k ==="
            + " undefined); } return r; → [false,true,true]",
        "const q = 1; { const q = 2; } return q; → 1",
        "if (true) { const q = 1; } return typeof q; → 'undefined'",
        "const s = 'const x = 1', o = {const: 2}; /* const y */ return s + o.const; → 'const x ="
            + " 12'",
        "const {a, b: [c]} = {a: 1, b: [2]}; return a + c; → 3",
        "const t = `const ${1 + 1}`; return t + /const/.test(t); → 'const 2true'",
        "let x = 1; const f = () => { const x = 5; return x; }; x = 2; return f() + x; → 7",
        "const k = 1; { let k = 2; k = 3; } return k; → 1",
        "const id = 1; const {id: key} = {id: 2}; return id + key; → 3",
        "function* g() { yield 1; yield* [2]; } return [...g()]; → [1,2]",
        "return (function (x = 1, ...more) { return x + more.length; })(undefined, 2, 3); → 3",
        "let {x = 1} = {}; let y; return x + (y === undefined ? 1 : 0); → 2",
        "return [3, 1, 2].sort((a, b) => a - b).map(x => x ** 2).includes(9) ?? 0; → true",
        "return {...{a: 1}, b: null?.c}.a; → 1",
      })
  void programsBehaveAsInTheService(String statements, String value) {
    assertThat(SCRIPTS.value(statements)).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "function () { const a = 1; a = 2; }",
        "function () { const a = 1; return () => a++; }",
        "function () { const [a] = [1]; [a] = [2]; }",
      })
  void assigningToAConstantIsRefused(String body) {
    assertThat(SCRIPTS.failure(body))
        .hasMessageContaining("TypeError: Assignment to constant variable a");
  }

  @Test
  void aLineMayEndWithoutASemicolon() {
    assertThat(
            SCRIPTS.value(
                "var r = []\nfor (const x of [1, 2]) r.push(() => x)\nreturn r.map(f => f())"))
        .isEqualTo("[1,2]");
  }

  @Test
  void programsThatCantBeRewrittenAreRefused() {
    assertThat(
            SCRIPTS.failure(
                "function () { for (let i = 0; i < 9; i++) { i++; setBody(() => i); } }"))
        .hasMessageContaining("is not supported by the emulator");
    assertThat(SCRIPTS.failure("async function () { }").getMessage())
        .contains("Encountered exception while compiling Javascript")
        .contains("SyntaxError");
    assertThat(SCRIPTS.failure("function () { class A {} }")).hasMessageContaining("SyntaxError");
    assertThat(SCRIPTS.failure("function () { return eval('1'); }"))
        .hasMessageContaining("eval is not supported");
  }

  @Test
  void theFirstFunctionIsCalled() {
    String two =
        """
        // A comment before.
        function first() { __.response.setBody(second()); }
        function second() { return 2; }
        """;
    assertThat(SCRIPTS.answer(two)).isEqualTo("2");
    assertThat(SCRIPTS.answer("() => __.response.setBody(3)")).isEqualTo("3");
    assertThat(SCRIPTS.failure("42")).hasMessageContaining("is not a function");
    assertThat(SCRIPTS.failure("function () { return 1 + ; }")).hasMessageContaining("SyntaxError");
  }
}
