package dev.cosmosblog.local.internal.query.function;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.parse.Expression;
import dev.cosmosblog.local.internal.query.parse.QueryException;
import dev.cosmosblog.local.internal.query.value.Values;
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

/** The built-in functions by name. */
public final class BuiltInFunctions {

  /** Families that need an index of their own, by the beginning of their names. */
  private static final List<String> UNSUPPORTED =
      List.of("ST_", "FULLTEXT", "VECTORDISTANCE", "RRF");

  private final Clock clock;
  private final DoubleSupplier random;

  /**
   * Guarded by this, and filled when first asked for: to make them took a third of the start of a
   * process.
   */
  private final Map<String, Signature> signatures = new HashMap<>();

  /** Filled with the signatures, and read after one was found. */
  private final Set<String> statics = new HashSet<>();

  /** A function with the least and most arguments that it takes. */
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

  void add(String name, int least, int most, BuiltInFunction function) {
    signatures.put(name, new Signature(function, least, most));
  }

  void add(String name, int arguments, BuiltInFunction function) {
    add(name, arguments, arguments, function);
  }

  /**
   * A function without arguments that gives one value for a whole query, made of the time at which
   * it began.
   */
  void addStatic(String name, LongFunction<JsonNode> ofTicks) {
    add(name, 0, arguments -> ofTicks.apply(arguments[0].longValue()));
    statics.add(name);
  }

  /** What a call gives for a whole query, if it is such a function. */
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
