// The functions of texts and arrays that take long. Rhino would not stop its own: as programs they
// end with the budget of the script. They use nothing that a script can replace and that would
// give it more than it has.
(function (host) {
  var isArray = Array.isArray;
  var text = String;
  var object = Object;
  var define = Object.defineProperty;
  var prototypeOf = Object.getPrototypeOf;
  var setPrototype = Object.setPrototypeOf;
  var min = Math.min;
  var max = Math.max;
  var Failure = TypeError;
  var spreadable = Symbol.isConcatSpreadable;
  var iterator = Symbol.iterator;
  var replacing = Symbol.replace;
  var splitting = Symbol.split;
  var sort = host.sort;
  var joining = [];

  // Its getter would be a function of Rhino.
  define(object.prototype, '__proto__', {
    get() {
      return prototypeOf(this);
    },
    set(value) {
      if (value === null || object(value) === value) {
        setPrototype(this, value);
      }
    }
  });

  var iterators = [[][iterator](), ''[iterator](), new Map().entries(), new Set().values(),
    ''.matchAll(/x/g), function* () {}.prototype];
  for (var k = 0; k < iterators.length; k++) {
    host.guard(prototypeOf(iterators[k]));
  }

  function install(target, functions) {
    for (var name in functions) {
      define(target, name,
          {value: functions[name], writable: true, configurable: true, enumerable: false});
    }
  }

  function list(value) {
    if (value === null || value === undefined) {
      throw new Failure('Array function called on null or undefined');
    }
    return object(value);
  }

  function callable(value) {
    if (typeof value !== 'function') {
      throw new Failure(typeof value + ' is not a function');
    }
    return value;
  }

  function position(value, length, missing) {
    var at = value === undefined ? missing : host.integer(value);
    return at < 0 ? max(length + at, 0) : min(at, length);
  }

  /** The first or last index whose element a function accepts. */
  function search(values, f, self, forward) {
    var all = list(values), n = host.size(all);
    callable(f);
    for (var k = 0; k < n; k++) {
      var i = forward ? k : n - 1 - k;
      if (f.call(self, all[i], i, all)) {
        return i;
      }
    }
    return -1;
  }

  /** Whether a function rejects an element, or accepts one. */
  function some(values, f, self, rejected) {
    var all = list(values), n = host.size(all);
    callable(f);
    for (var i = 0; i < n; i++) {
      if (i in all && !f.call(self, all[i], i, all) === rejected) {
        return true;
      }
    }
    return false;
  }

  function reduce(values, parameters, forward) {
    var all = list(values), n = host.size(all), f = callable(parameters[0]);
    var begun = parameters.length > 1, made = parameters[1];
    for (var k = 0; k < n; k++) {
      var i = forward ? k : n - 1 - k;
      if (i in all) {
        made = begun ? f(made, all[i], i, all) : all[i];
        begun = true;
      }
    }
    if (!begun) {
      throw new Failure('Reduce of empty array with no initial value');
    }
    return made;
  }

  function join(values, separator, written) {
    var all = list(values), made = '', n = host.size(all);
    for (var k = 0; k < joining.length; k++) {
      if (joining[k] === all) {
        return '';
      }
    }
    joining[joining.length] = all;
    try {
      for (var i = 0; i < n; i++) {
        var value = all[i];
        var shown = value === null || value === undefined ? '' : written(value);
        made = host.sized(i === 0 ? shown : host.sized(made + separator) + shown);
      }
    } finally {
      joining.length--;
    }
    return made;
  }

  function localeText(value) {
    return text(value.toLocaleString());
  }

  function flatten(values, depth, made) {
    var n = host.size(values);
    for (var i = 0; i < n; i++) {
      if (i in values) {
        append(values[i], depth, made);
      }
    }
    return made;
  }

  function append(value, depth, made) {
    if (depth > 0 && isArray(value)) {
      flatten(value, depth - 1, made);
    } else {
      made[made.length] = value;
    }
  }

  install(Array, {
    from(values, f, self) {
      var made = [], n = 0;
      if (f !== undefined) {
        callable(f);
      }
      function add(value) {
        made[n] = f === undefined ? value : f.call(self, value, n);
        n++;
      }
      var all = list(values);
      if (typeof all[iterator] === 'function') {
        for (var value of values) {
          add(value);
        }
      } else {
        for (var i = 0, length = host.size(all); i < length; i++) {
          add(all[i]);
        }
      }
      return made;
    }
  });

  install(Array.prototype, {
    every(f) {
      return !some(this, f, arguments[1], true);
    },
    some(f) {
      return some(this, f, arguments[1], false);
    },
    forEach(f) {
      var all = list(this), n = host.size(all), self = arguments[1];
      callable(f);
      for (var i = 0; i < n; i++) {
        if (i in all) {
          f.call(self, all[i], i, all);
        }
      }
    },
    map(f) {
      var all = list(this), n = host.size(all), self = arguments[1], made = [];
      callable(f);
      for (var i = 0; i < n; i++) {
        if (i in all) {
          made[i] = f.call(self, all[i], i, all);
        }
      }
      made.length = n;
      return made;
    },
    filter(f) {
      var all = list(this), n = host.size(all), self = arguments[1], made = [];
      callable(f);
      for (var i = 0; i < n; i++) {
        if (i in all) {
          var value = all[i];
          if (f.call(self, value, i, all)) {
            made[made.length] = value;
          }
        }
      }
      return made;
    },
    find(f) {
      var i = search(this, f, arguments[1], true);
      return i < 0 ? undefined : this[i];
    },
    findIndex(f) {
      return search(this, f, arguments[1], true);
    },
    findLast(f) {
      var i = search(this, f, arguments[1], false);
      return i < 0 ? undefined : this[i];
    },
    findLastIndex(f) {
      return search(this, f, arguments[1], false);
    },
    reduce(f) {
      return reduce(this, arguments, true);
    },
    reduceRight(f) {
      return reduce(this, arguments, false);
    },
    indexOf(value) {
      var all = list(this), n = host.size(all);
      return host.indexOf(all, value, position(arguments[1], n, 0), n);
    },
    lastIndexOf(value) {
      var all = list(this), n = host.size(all);
      var from = arguments.length > 1 ? host.integer(arguments[1]) : n - 1;
      return host.lastIndexOf(all, value, from < 0 ? n + from : min(from, n - 1));
    },
    includes(value) {
      var all = list(this), n = host.size(all);
      for (var i = position(arguments[1], n, 0); i < n; i++) {
        if (all[i] === value || value !== value && all[i] !== all[i]) {
          return true;
        }
      }
      return false;
    },
    fill(value) {
      var all = list(this), n = host.size(all), end = position(arguments[2], n, n);
      for (var i = position(arguments[1], n, 0); i < end; i++) {
        all[i] = value;
      }
      return all;
    },
    join(separator) {
      return join(this, separator === undefined ? ',' : text(separator), text);
    },
    toString() {
      return join(this, ',', text);
    },
    toLocaleString() {
      return join(this, ',', localeText);
    },
    concat(value) {
      var made = [];
      for (var k = -1; k < arguments.length; k++) {
        var part = k < 0 ? list(this) : arguments[k];
        var spread = object(part) === part ? part[spreadable] : false;
        if (spread === undefined ? isArray(part) : spread) {
          var n = host.size(part), from = made.length;
          for (var i = 0; i < n; i++) {
            if (i in part) {
              made[from + i] = part[i];
            }
          }
          made.length = from + n;
        } else {
          made[made.length] = part;
        }
        host.size(made);
      }
      return made;
    },
    flat() {
      return flatten(list(this), arguments[0] === undefined ? 1 : host.integer(arguments[0]), []);
    },
    flatMap(f) {
      var all = list(this), n = host.size(all), self = arguments[1], made = [];
      callable(f);
      for (var i = 0; i < n; i++) {
        if (i in all) {
          append(f.call(self, all[i], i, all), 1, made);
        }
      }
      return made;
    },
    sort(f) {
      if (f !== undefined) {
        callable(f);
      }
      return sort(this, f === undefined ? host.compare : (a, b) => f(a, b));
    }
  });

  function whole(value) {
    if (value === null || value === undefined) {
      throw new Failure('String function called on null or undefined');
    }
    return text(value);
  }

  function part(value, name) {
    if (value instanceof RegExp) {
      throw new Failure('The first argument of ' + name + ' must not be a regular expression');
    }
    return text(value);
  }

  /** The replacement of a part: the value of a function, or a text with its $ resolved. */
  function replacement(value, all, found, at) {
    if (typeof value === 'function') {
      return text(value(found, at, all));
    }
    var made = '', from = 0;
    for (var i = host.find(value, '$', 0); i >= 0; i = host.find(value, '$', from)) {
      var kind = host.cut(value, i + 1, i + 2);
      var known = kind === '$' ? '$'
          : kind === '&' ? found
          : kind === '`' ? host.cut(all, 0, at)
          : kind === "'" ? host.cut(all, at + found.length, all.length)
          : '$' + kind;
      made = host.sized(made + host.cut(value, from, i) + known);
      from = min(i + 2, value.length);
    }
    return host.sized(made + host.cut(value, from, value.length));
  }

  function replaced(all, found, value, every) {
    var with_ = typeof value === 'function' ? value : text(value), made = '', from = 0;
    var at = host.find(all, found, 0);
    while (at >= 0) {
      made = host.sized(made + host.cut(all, from, at) + replacement(with_, all, found, at));
      from = at + found.length;
      var next = found.length > 0 ? from : at + 1;
      at = every && next <= all.length ? host.find(all, found, next) : -1;
    }
    return host.sized(made + host.cut(all, from, all.length));
  }

  /** A method of a pattern, such as that of a regular expression. */
  function method(pattern, name) {
    return pattern === null || pattern === undefined || typeof pattern === 'string'
        ? undefined : pattern[name];
  }

  install(String.prototype, {
    indexOf(value) {
      var all = whole(this);
      return host.find(all, text(value), max(0, host.integer(arguments[1])));
    },
    lastIndexOf(value) {
      var all = whole(this), from = +arguments[1];
      return host.findLast(all, text(value), from !== from ? all.length : max(0, from));
    },
    includes(value) {
      var all = whole(this);
      return host.find(all, part(value, 'includes'), max(0, host.integer(arguments[1]))) >= 0;
    },
    replace(pattern, value) {
      var by = method(pattern, replacing);
      return by ? by.call(pattern, whole(this), value)
          : replaced(whole(this), text(pattern), value, false);
    },
    replaceAll(pattern, value) {
      var by = method(pattern, replacing);
      if (by && pattern instanceof RegExp && !pattern.global) {
        throw new Failure('replaceAll must be called with a global RegExp');
      }
      return by ? by.call(pattern, whole(this), value)
          : replaced(whole(this), text(pattern), value, true);
    },
    split(separator, limit) {
      var by = method(separator, splitting);
      if (by) {
        return by.call(separator, whole(this), limit);
      }
      var all = whole(this), most = limit === undefined ? 4294967295 : limit >>> 0;
      var at = text(separator), parts = [], from = 0;
      if (most === 0) {
        return parts;
      }
      if (separator === undefined) {
        return [all];
      }
      if (at === '') {
        for (var i = 0; i < all.length && i < most; i++) {
          parts[i] = host.cut(all, i, i + 1);
        }
        return parts;
      }
      for (var end = host.find(all, at, 0); end >= 0; end = host.find(all, at, from)) {
        parts[parts.length] = host.cut(all, from, end);
        from = end + at.length;
        if (parts.length >= most) {
          return parts;
        }
      }
      parts[parts.length] = host.cut(all, from, all.length);
      return parts;
    }
  });
})
