package dev.cosmoslocal.internal.script;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mozilla.javascript.Function;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.ScriptableObject;

/**
 * The functions of the collection that query by functions instead of a text (Microsoft Learn,
 * "JavaScript query API in Azure Cosmos DB", and the reference of the server-side library). They
 * are a program on top of {@code readDocuments}, compiled when a script first calls one.
 *
 * <p>The service uses an index where a predicate allows it. Here every item of the partition key is
 * read, so that pages are as full as the service's, at the cost of a scan.
 */
final class FluentQueries {
  private static final List<String> NAMES =
      List.of("chain", "filter", "map", "pluck", "flatten", "unwind", "sortBy", "sortByDescending");

  private static final String LIBRARY =
      """
      function (collection) {
        var STEPS = ['filter', 'map', 'pluck', 'flatten', 'unwind', 'sortBy', 'sortByDescending'];
        var KINDS = ['undefined', 'null', 'boolean', 'number', 'string', 'array', 'object'];

        function kind(value) {
          return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
        }
        function compare(left, right) {
          var kinds = KINDS.indexOf(kind(left)) - KINDS.indexOf(kind(right));
          return kinds || (left < right ? -1 : left > right ? 1 : 0);
        }
        function sorted(rows, key, direction) {
          return rows
              .map(function (row, at) { return {row: row, key: key(row), at: at}; })
              .sort(function (a, b) { return direction * (compare(a.key, b.key) || a.at - b.at); })
              .map(function (ranked) { return ranked.row; });
        }
        function flat(rows, shallow) {
          return rows.reduce(function (all, row) {
            return all.concat(Array.isArray(row) && !shallow ? flat(row, false) : row);
          }, []);
        }
        function unwound(rows, select, combine) {
          var tuples = [];
          rows.forEach(function (row) {
            (select(row) || []).forEach(function (element) {
              tuples.push(combine ? combine(row, element) : [row, element]);
            });
          });
          return tuples;
        }
        function lambda(rest) {
          if (typeof rest[0] !== 'function') {
            throw new Error(400, 'The predicate/transform function must be provided.');
          }
          return rest.shift();
        }
        function property(rest) {
          if (typeof rest[0] !== 'string' || !rest[0]) {
            throw new Error(400, 'The property name must be a string and cannot be empty.');
          }
          return rest.shift();
        }
        var make = {
          filter: function (rest) {
            var keep = lambda(rest);
            return function (rows) { return rows.filter(function (row) { return keep(row); }); };
          },
          map: function (rest) {
            var transform = lambda(rest);
            return function (rows) { return rows.map(function (row) { return transform(row); }); };
          },
          pluck: function (rest) {
            var name = property(rest);
            return function (rows) { return rows.map(function (row) { return row[name]; }); };
          },
          flatten: function (rest) {
            var shallow = typeof rest[0] === 'boolean' && rest.shift();
            return function (rows) { return flat(rows, shallow); };
          },
          unwind: function (rest) {
            var select = lambda(rest);
            var combines = typeof rest[0] === 'function' || rest[0] === undefined;
            var combine = combines ? rest.shift() : null;
            return function (rows) { return unwound(rows, select, combine); };
          },
          sortBy: function (rest) {
            var key = lambda(rest);
            return function (rows) { return sorted(rows, key, 1); };
          },
          sortByDescending: function (rest) {
            var key = lambda(rest);
            return function (rows) { return sorted(rows, key, -1); };
          }
        };
        function step(name, rest) {
          if (rest.length && (rest[0] === undefined || rest[0] && rest[0].getSelfLink)) {
            rest.shift();
          }
          return {sorts: name.indexOf('sort') === 0, apply: make[name](rest)};
        }
        function last(rest) {
          var options = typeof rest[0] === 'function' ? undefined : rest[0];
          var callback = typeof rest[0] === 'function' ? rest[0] : rest[1];
          if (options !== undefined && typeof options !== 'object') {
            throw new Error(400, 'The "options" parameter must be of type "object".'
                + ' Actual type is: "' + typeof options + '".');
          }
          if (callback !== undefined && typeof callback !== 'function') {
            throw new Error(400, 'The "callback" parameter must be of type "function".'
                + ' Actual type is: "' + typeof callback + '".');
          }
          return {options: options || {}, callback: callback || answer};
        }
        function answer(failure, feed) {
          if (failure) {
            throw failure;
          }
          getContext().getResponse().appendBody(JSON.stringify(feed));
        }
        function applied(steps, rows) {
          return steps.reduce(function (feed, step) { return step.apply(feed); }, rows);
        }
        function run(steps, end) {
          var size = end.options.pageSize > 0 ? end.options.pageSize
              : end.options.pageSize ? Infinity : 100;
          var whole = steps.some(function (step) { return step.sorts; });
          var rows = [];
          function finish(continuation) {
            if (!whole) {
              end.callback(undefined, rows, continuation ? {continuation: continuation} : {});
              return;
            }
            var feed;
            try {
              feed = applied(steps, rows);
            } catch (failure) {
              end.callback(failure);
              return;
            }
            var from = Number(end.options.continuation || 0);
            end.callback(undefined, feed.slice(from, from + size),
                feed.length - from > size ? {continuation: String(from + size)} : {});
          }
          function took(failure, feed, options) {
            if (failure) {
              end.callback(failure);
              return;
            }
            try {
              rows = rows.concat(whole ? feed : applied(steps, feed));
            } catch (thrown) {
              end.callback(thrown);
              return;
            }
            var more = options.continuation && (whole || rows.length < size);
            if (more && fetch(options.continuation)) {
              return;
            }
            if (more && whole) {
              end.callback(new Error(408, 'There was no time left to read what is to be sorted.'));
            } else {
              finish(options.continuation);
            }
          }
          function fetch(continuation) {
            var page = whole || size === Infinity ? -1 : size - rows.length;
            return collection.readDocuments(
                collection.getSelfLink(), {pageSize: page, continuation: continuation}, took);
          }
          return {isAccepted: fetch(whole ? undefined : end.options.continuation)};
        }
        function chained(steps) {
          var query = {isAccepted: true};
          STEPS.forEach(function (name) {
            query[name] = function () {
              var rest = Array.prototype.slice.call(arguments);
              var next = step(name, rest);
              if (rest.length) {
                throw new Error(400, 'When using "chain", options and the callback parameter can'
                    + ' only be provided on the call to the "value" function.');
              }
              return chained(steps.concat(next));
            };
          });
          query.value = function () { return run(steps, last(arguments)); };
          return query;
        }
        var library = {chain: function () { return chained([]); }};
        STEPS.forEach(function (name) {
          library[name] = function () {
            var rest = Array.prototype.slice.call(arguments);
            var only = step(name, rest);
            return run([only], last(rest));
          };
        });
        return library;
      }
      """;

  private final Realm realm;
  private final CompiledScripts sources;
  private @Nullable Scriptable library;

  FluentQueries(Realm realm, CompiledScripts sources) {
    this.realm = realm;
    this.sources = sources;
  }

  void define(Scriptable collection) {
    for (String name : NAMES) {
      HostFunction.define(collection, name, 3, arguments -> call(collection, name, arguments));
    }
  }

  private Object call(Scriptable collection, String name, Object[] arguments) {
    Scriptable functions = library;
    if (functions == null) {
      functions = made(collection);
      library = functions;
    }
    Function function = (Function) ScriptableObject.getProperty(functions, name);
    return function.call(realm.context(), realm.globals(), functions, arguments);
  }

  private Scriptable made(Scriptable collection) {
    Function make = sources.function(realm.context(), realm.globals(), "queries", LIBRARY);
    Object[] arguments = {collection};
    return (Scriptable) make.call(realm.context(), realm.globals(), realm.globals(), arguments);
  }
}
