package dev.cosmosblog.local.query;

import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/** The built-in functions by name. */
final class Functions {

  /** Families that need an index of their own, by the beginning of their names. */
  private static final List<String> UNSUPPORTED =
      List.of("ST_", "FULLTEXT", "VECTORDISTANCE", "RRF");

  private final Clock clock;
  private final DoubleSupplier random;

  /** Guarded by this, and filled when first asked for: to make them took a third of the start of a process. */
  private final Map<String, Signature> signatures = new HashMap<>();

  /** A function with the least and most arguments that it takes. */
  private record Signature(BuiltIn function, int least, int most) {}

  Functions(Clock clock, DoubleSupplier random) {
    this.clock = clock;
    this.random = random;
  }

  private synchronized @Nullable Signature signature(String name) {
    if (signatures.isEmpty()) {
      register();
    }
    return signatures.get(name);
  }

  private void register() {
    TypeFunctions.register(this);
    StringSearch.register(this);
    StringEditing.register(this);
    StringConversion.register(this);
    MathFunctions.register(this, random);
    IntegerFunctions.register(this);
    ArrayFunctions.register(this);
    SetFunctions.register(this);
    ItemFunctions.register(this);
    DateTimeFunctions.register(this);
    ClockFunctions.register(this, clock);
  }

  void add(String name, int least, int most, BuiltIn function) {
    signatures.put(name, new Signature(function, least, most));
  }

  void add(String name, int arguments, BuiltIn function) {
    add(name, arguments, arguments, function);
  }

  /** Whether a function gives one value for a whole query. */
  boolean isStatic(String name) {
    return name.startsWith("GETCURRENT") && name.endsWith("STATIC");
  }

  BuiltIn find(Expression.Call call) {
    Signature signature = signature(call.name());
    if (signature == null) {
      throw unknown(call);
    }
    int arguments = call.arguments().size();
    if (arguments < signature.least() || arguments > signature.most()) {
      String range =
          signature.least() == signature.most()
              ? String.valueOf(signature.least())
              : signature.most() == Integer.MAX_VALUE
                  ? "at least " + signature.least()
                  : signature.least() + " to " + signature.most();
      throw call.span()
          .error("SC2050", "The " + call.name() + " function requires " + range + " argument(s).");
    }
    return signature.function();
  }

  private static QueryException unknown(Expression.Call call) {
    if (UNSUPPORTED.stream().anyMatch(call.name()::startsWith)) {
      return QueryException.unsupported("The function " + call.name());
    }
    return call.span()
        .error("SC2005", "'" + call.name() + "' is not a recognized built-in function name.");
  }
}
