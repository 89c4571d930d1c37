package dev.cosmoslocal.internal.query.function;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.query.parse.Expression;
import dev.cosmoslocal.internal.query.parse.QueryException;
import dev.cosmoslocal.internal.query.value.Values;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The built-in functions by name. The classes …Functions of this package register them, one class
 * for each of Microsoft's categories.
 */
public final class BuiltInFunctions {

  /** Name prefixes of the functions that need a special index. */
  private static final List<String> UNSUPPORTED =
      List.of("ST_", "FULLTEXT", "VECTORDISTANCE", "RRF");

  private final Clock clock;
  private final DoubleSupplier random;

  /**
   * Guarded by this. Filled on first use: registration took a third of the start-up time of a
   * process.
   */
  private final Map<String, Signature> signatures = new HashMap<>();

  /**
   * The names of static functions. Filled with the signatures, and only read after one was found.
   */
  private final Set<String> statics = new HashSet<>();

  /** A function, with the minimum and maximum number of its arguments. */
  private record Signature(BuiltInFunction function, int least, int most) {}

  public BuiltInFunctions(Clock clock, DoubleSupplier random) {
    this.clock = clock;
    this.random = random;
  }

  private synchronized @Nullable Signature signature(String name) {
    if (signatures.isEmpty()) {
      register();
    }
    return signatures.get(name);
  }

  /** The names of all functions, in upper case. */
  public synchronized Set<String> names() {
    signature("");
    return Set.copyOf(signatures.keySet());
  }

  private void register() {
    TypeFunctions.register(this);
    StringFunctions.register(this);
    MathFunctions.register(this, random);
    ArrayFunctions.register(this);
    ItemFunctions.register(this);
    DateTimeFunctions.register(this, clock);
  }

  void add(String name, int least, int most, BuiltInFunction function) {
    signatures.put(name, new Signature(function, least, most));
  }

  void add(String name, int arguments, BuiltInFunction function) {
    add(name, arguments, arguments, function);
  }

  /**
   * Adds a function without arguments that returns the same value throughout a query.
   *
   * @param ofTicks computes the value from the time at which the query started
   */
  void addStatic(String name, LongFunction<JsonNode> ofTicks) {
    add(name, 0, arguments -> ofTicks.apply(arguments[0].longValue()));
    statics.add(name);
  }

  /** The value of a call throughout a query; empty unless the function is static. */
  public Optional<JsonNode> value(Expression.Call call, QueryStartTime start) {
    BuiltInFunction function = find(call);
    return statics.contains(call.name())
        ? Optional.of(function.apply(new JsonNode[] {Values.number(start.ticks())}))
        : Optional.empty();
  }

  public QueryStartTime start() {
    LocalDateTime now = LocalDateTime.ofInstant(clock.instant(), ZoneOffset.UTC);
    return new QueryStartTime(DateTimeText.ticks(now));
  }

  public BuiltInFunction find(Expression.Call call) {
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
    return signature.function().ofCall();
  }

  private static QueryException unknown(Expression.Call call) {
    if (UNSUPPORTED.stream().anyMatch(call.name()::startsWith)) {
      return QueryException.unsupported("The function " + call.name());
    }
    return call.span()
        .error("SC2005", "'" + call.name() + "' is not a recognized built-in function name.");
  }
}
