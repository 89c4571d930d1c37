package dev.cosmoslocal.internal.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmoslocal.request.WorkLimits;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts that would exhaust memory or never end are stopped by their budget. */
@Tag("slow")
@Timeout(60)
@Tag("small-heap")
class ScriptMemoryTest {
  private static final long BYTES = 32 << 20;

  private static TestScripts small() {
    return new TestScripts(
        new ScriptLimits(Duration.ofMinutes(1), 10_000, BYTES), System::nanoTime);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "var s = 'x'; for (;;) { s += s; }",
        "var s = 'x'; for (;;) { s = s + s; }",
        "var s = 'x'; for (;;) { s = `${s}${s}`; }",
        "var s = 'x'; for (;;) { s = s.concat(s); }",
        "var s = 'x'; for (;;) { s = [s, s].join(''); }",
        "var s = 'x'; for (;;) { s = '' + [s, s]; }",
        "var s = 'x'; for (;;) { s = s.replace(/x/g, '$&$&'); }",
        "var s = 'x'; for (;;) { s = s.replace(/x/g, function () { return s + 'x'; }); }",
        "var s = 'x'; for (;;) { s = JSON.stringify(s + s); }",
        "var s = 'x'; for (;;) { s = s.split('').join('xx'); }",
        "var s = 'x'; var o = {toString: function () { return s; }}; for (;;) { s = o + o; }",
        "var s = 'x'; var o = {toString: function () { return s; }};"
            + " for (;;) { s = [o, o].join(); }",
        "'x'.repeat(1 << 30)",
        "'x'.repeat('1000000000')",
        "'x'.padEnd(1e9)",
        "'x'.padStart(1e9, 'y')",
        "new Array(1e9).fill(0)",
        "new Array(1e9).join('x')",
        "Array.from({length: 1e9})",
        "Array.prototype.map.call({length: 1e9}, String)",
        "String.fromCharCode.apply(null, {length: 1e9})",
        "var a = []; a[1e9] = 1; a.indexOf(2)",
        "[...new Array(1e9)]",
        "new Set(new Array(1e9))",
        "var a = [1]; for (;;) { a = a.concat(a); }",
        "var a = [1]; for (;;) { a = [a, a]; a.flat(1000); }",
        "var a = [1]; for (;;) { a = [a, a]; JSON.stringify(a); }",
        "var a = [1]; for (;;) { a = [a, a]; '' + a; }",
        "'' + new Array(1000).fill(s)",
        "new Array(1000).fill(s).toString()",
        "new Array(1000).fill(s).toLocaleString()",
        "new Array(1000).fill([s]).join()",
        "new Array(1000).fill({toString: function () { return s; }}) + ''",
        "new Array(1000).fill({toLocaleString: function () { return s; }}).toLocaleString()",
        "String.prototype.toLocaleString = function () { return s; }; new"
            + " Array(1000).fill('').toLocaleString()",
        "var o = {}; o[new Array(1000).fill(s)]",
        "var o = {length: 1000}; for (var i = 0; i < 1000; i++) { o[i] = s; }"
            + " Array.prototype.join.call(o)",
        "Array.prototype.join.call(s, s)",
        "encodeURIComponent('\u20ac'.repeat(1e6))",
        "encodeURI('\u20ac'.repeat(1e6))",
        "escape('\u20ac'.repeat(1e6))",
        "'\ufdfa'.repeat(1e6).normalize('NFKC')",
        "'\ufb03'.repeat(1e6).toUpperCase()",
        "JSON.stringify(new Array(1000).fill(0), function (k, v) { return v === 0 ? s : v; })",
        "JSON.stringify(new Array(1000).fill(s), [])",
        "JSON.stringify(new Array(1000).fill({a: s}), ['a'])",
        "var o = {}; o[s] = 1; JSON.stringify(new Array(1000).fill(o))",
        "var o = {}; o[s] = 1; JSON.stringify(new Array(1000).fill(o), function (k, v) { return v;"
            + " })",
        "/x/g[Symbol.replace](s, s)",
        "/x/g[Symbol.replace](s, function () { return s; })",
        "new Array(1000).fill(s).toSource()",
        "[].concat.apply([], new Array(1000).fill({length: 200000, [Symbol.isConcatSpreadable]:"
            + " true}))",
      })
  void tooLargeStringsAndArraysAreARangeError(String statements) {
    try (TestScripts scripts = small()) {
      String body = "var s = 'x'.repeat(1000000); " + statements;
      ScriptException failure = scripts.failure("function () { " + body + " }");
      assertThat(failure.status()).isIn(400, 413);
      assertThat(scripts.value("return 1;")).isEqualTo("1");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "var a = []; for (;;) { a.push({n: a.length}); }",
        "var a = []; for (;;) { a.push('x'.repeat(100000)); }",
        "var a = []; for (;;) { a.push([...'abc'].concat(a.length)); }",
        "var m = new Map(); for (;;) { m.set(m.size, 'v' + m.size); }",
        "var o = {}; for (var i = 0;; i++) { o['p' + i] = i; }",
        "for (;;) { try { 'x'.repeat(1000000); } catch (e) {} finally { continue; } }",
      })
  void aScriptThatTakesTooMuchMemoryIsStopped(String statements) {
    try (TestScripts scripts = small()) {
      ScriptException failure = scripts.failure("function () { " + statements + " }");
      assertThat(failure.status()).isEqualTo(413);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "getContext().getResponse().setBody(b());",
        "for (;;) { getContext().getResponse().appendBody('' + b()); }",
        "var r = getContext().getResponse(); r.setBody('x'); for (;;) { r.appendBody(r.getBody());"
            + " }",
        "for (;;) { console.log(b()); }",
        "__.createDocument(__.getSelfLink(), b());",
        "__.createDocument(__.getSelfLink(), {id: 'a', b: b(), c: b()});",
        "throw b();",
        "getContext().abort(b());",
      })
  void theBodiesAndErrorsOfAScriptAreBounded(String statements) {
    String body = "function () { function b() { return 'x'.repeat(2000000); } ";
    try (TestScripts scripts =
        new TestScripts(
            new ScriptLimits(Duration.ofMinutes(1), 10_000, 2 * BYTES), System::nanoTime)) {
      try {
        ScriptOutcome outcome = scripts.run(body + statements + " }");
        assertThat(outcome.responseBody().toString().length()).isLessThan(4 << 20);
      } catch (ScriptException refused) {
        assertThat(refused.getMessage().length()).isLessThan(100_000);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "return 'a' + 1 + 'b' + (2 + 3) + `c${'d' + 4}e` → 'a1b5cd4e'",
        "var s = 'a'; s += s + s; return s → 'aaa'",
        "var o = {n: 1}; o['n'] += 2; o.n += o.n; return o.n → 6",
        "var f = x => x + x; return [1, 2].map(f).concat([f('a')]).join('+') → '2+4+aa'",
        "var t = function (p, v, w) { return p.raw.join('-') + v + ',' + w; }; return t`a${1 +"
            + " 1}b${'x' + 'y'}c` → 'a-b-c2,xy'",
        "var r = ''; for (var i = 0, j = 'x'; i < 3; i++, j += j) { r += j + i; } return r →"
            + " 'x0xx1xxxx2'",
        "return 'a,b,,c'.split(',').length + 'x'.repeat(3) + 'y'.padStart(3, 'z') → '4xxxzzy'",
        "return 'a-b-c'.replace(/-/g, '$&$&') + 'aa'.replace('a', () => 'b') → 'a--b--cba'",
        "return [3, 1, 2].sort().concat([[4]], 5).flat().join() → '1,2,3,4,5'",
        "return [1, [2, [3]]].toString() + [null, undefined, 'x'].join('/') → '1,2,3//x'",
        "return JSON.parse(JSON.stringify({a: [1, 'x', null], b: undefined}, null, 2)).a.length →"
            + " 3",
        "return Array.from([1, 2], x => x * 2).length + [...new Set([1, 1, 2])].length → 4",
        "return Math.max.apply(null, [1, 5, 2]) + 7 → 12",
        "return 'repeat'.repeat.name + [].map.length → 'repeat1'",
        "return '' + [1, [2, [null, 'x']], undefined, {}] → '1,2,,x,,[object Object]'",
        "var a = [1]; a.push(a, [a]); return a.toString() + a.join('-') → '1,,1--'",
        "return [1, null, [true, 'x']].toLocaleString() → '1,,true,x'",
        "return Array.prototype.join.call('abc', '-') + Array.prototype.join.call({length: 2, 1:"
            + " 'x'}) → 'a-b-c,x'",
        "return encodeURIComponent('a b/\u20ac') + encodeURI('a b/') + escape('\u00e4') →"
            + " 'a%20b%2F%E2%82%ACa%20b/%E4'",
        "return 'a\u0308'.normalize().length + '\u00df'.toUpperCase() + 'I'.toLowerCase() →"
            + " '1SSi'",
        "return ['anchor', 'link', 'fontcolor', 'fontsize'].filter(name => ''[name]).length +"
            + " typeof String.raw → '0undefined'",
        "return JSON.stringify({b: 1, a: {b: [2, {c: 3, a: 4}]}, c: 5}, ['a', 'b']).length → 29",
        "return JSON.stringify({a: 1, b: 2}, function (k, v) { return k === 'b' ? undefined : v;"
            + " }).length → 7",
        "return JSON.stringify({a: new Number(1), d: {toJSON: k => k}}, ['a', 'd'], 1).length →"
            + " 22",
        "return /-/g[Symbol.replace]('a-b', '$&$&') + /-/[Symbol.split]('a-b').length → 'a--b2'",
        "return 'a-b-c'.replace(/-(.)/g, (m, x) => x + x) + 'a1b'.split(/\\d/) → 'abbcca,b'",
        "var y = 1, z = 2; return y + /* c */ z + (y ? 'a' : 'b') + typeof y + -z → '3anumber-2'",
        "var o = {s: 'a', f: function () { return '' + this.s + (1 + this.s) + null; }}; return"
            + " o.f() → 'a1anull'",
        "var s = 'x'; s += s ? 'y' : this; return s → 'xy'",
        "var big = x => x > 1, a = [1, 2, 3]; return [a.some(big), a.every(big), [].some(big),"
            + " [].every(big), a.find(big), a.findLast(big), a.findIndex(big), a.filter(big),"
            + " a.indexOf(3), a.lastIndexOf(1), a.includes(NaN), [NaN].includes(NaN)].join() →"
            + " 'true,false,false,true,2,3,1,2,3,2,0,false,true'",
        "return [[1, 2, 3].reduce((x, y) => x - y), [1, 2, 3].reduceRight((x, y) => x - y), [1,"
            + " 2].flatMap(x => [x, [x]]).length, new Array(3).fill(0, 1).length, [3, undefined,"
            + " 10, 1].sort().join('-')].join() → '-4,0,4,3,1-10-3-'",
        "var a = [1, , '1', undefined, 1, NaN], o = {length: 3, 1: 'x', 2: 'x'}; return"
            + " [a.indexOf(undefined), a.indexOf('1'), a.indexOf(1, 1), a.indexOf(1, -2),"
            + " a.indexOf(1, 9), a.indexOf(NaN), a.lastIndexOf(1), a.lastIndexOf(1, 3),"
            + " a.lastIndexOf(1, -3), a.lastIndexOf(1, -9), [].indexOf.call(o, 'x'),"
            + " [].lastIndexOf.call(o, 'x'), [].indexOf.call('abc', 'c'), ['b', 'B', 'a', 10, 9,"
            + " {}].sort().join('')].join() → '3,2,4,4,-1,-1,4,0,0,-1,1,2,2,109B[object Object]ab'",
        "return ['abcabc'.indexOf('c', 3), 'abcabc'.lastIndexOf('b'), 'abcabc'.lastIndexOf('b', 3),"
            + " 'abc'.indexOf(''), 'abc'.lastIndexOf('x'), 'abc'.includes('bc')].join() →"
            + " '5,4,1,0,-1,true'",
        "return ['aXbX'.replace('X', '[$&$`$$]'), 'aXbX'.replaceAll('X', \"$'\"),"
            + " 'ab'.replaceAll('', '-'), 'a,b,c'.split(',', 2).length, 'abc'.split('').join('.'),"
            + " 'a'.split()].join('|') → 'a[Xa$]bX|abXb|-a-b-|2|a.b.c|a'",
        "return (function () { return Array.prototype.slice.call(arguments, 1).concat(4, [5]);"
            + " })(1, 2, 3) → [2,3,4,5]",
        "return [[] instanceof Array, [].constructor === Array, new TypeError('x') instanceof"
            + " Error, Object('x') instanceof String, ({}).constructor.name, Array(2).length, new"
            + " Array(1, 2).length, new Map([[1, 2]]).get(1), {__proto__:"
            + " Array.prototype}.__proto__ === Array.prototype].join() →"
            + " 'true,true,true,true,Object,2,2,2,true'",
        "/(a)/.exec('xay'); return RegExp.$1 + RegExp.lastMatch → 'aa'",
        "var a = 'x', b = {n: 1}; return {...b, ...a + 'y', ...(b), ...null, ...b ? {m: 2} : a} →"
            + " {'0':'x','1':'y','n':1,'m':2}",
        "return [typeof Int8Array, typeof Float64Array, typeof BigInt64Array, typeof Array].join()"
            + " → 'undefined,undefined,undefined,function'",
        "return typeof nothing + typeof __ + typeof (java) → 'undefinedobjectundefined'",
        "var i = 1; return i++ + ++i + 'a' + -i + !i + ~ i + i-- → '4a-3false-43'",
        "var i = 1, s = 'b'; return (typeof i)[0] + s + void 0 + new String(s) → 'nbundefinedb'",
      })
  void guardedOperatorsKeepTheirResults(String statementsAndValue) {
    String[] parts = statementsAndValue.split(" → ");
    try (TestScripts scripts = small()) {
      assertThat(scripts.value(parts[0] + ";")).isEqualTo(parts[1]);
    }
  }

  @Test
  void aLongSumIsChecked() {
    String sum = "s" + " + s".repeat(500);
    try (TestScripts scripts = small()) {
      assertThat(scripts.value("var s = 'x'; return (" + sum + ").length;")).isEqualTo("501");
      assertThat(
              scripts.failure("function () { var s = 'x'.repeat(1000000); " + sum + "; }").status())
          .isEqualTo(400);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "var __sized = function (x) { return x; }",
        "return 2n ** 100000000n",
        "String.prototype.toString = function () { return 'x'; }; return 1 + ''.nothing.x",
      })
  void theGuardsCantBeReplaced(String statements) {
    try (TestScripts scripts = small()) {
      assertThat(scripts.failure("function () { " + statements + "; }").status()).isEqualTo(400);
    }
  }

  @Test
  void theMemoryOfAScriptHasABound() {
    assertThatThrownBy(() -> WorkLimits.DEFAULT.withScriptMemory(1_000))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
