package dev.cosmoslocal.internal.query.function;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.query.parse.AggregateKind;
import dev.cosmoslocal.internal.query.value.ValueOrder;
import dev.cosmoslocal.internal.query.value.Values;
import java.util.TreeSet;
import java.util.function.Predicate;

/** An aggregate function's state over the rows of a group. */
public interface Accumulator {

  void add(JsonNode value);

  JsonNode result();

  /** Whether the result holds all values that were added. */
  default boolean holdsValues() {
    return false;
  }

  /** The memory by which this has grown since the last call, without that of values it holds. */
  default long growth() {
    return 0;
  }

  static Accumulator of(AggregateKind kind) {
    return switch (kind) {
      case COUNT -> new Count(value -> !value.isMissingNode());
      case COUNTIF -> new Count(Values::isTrue);
      case SUM -> new Sum(false);
      case AVG -> new Sum(true);
      case MIN -> new Extreme(-1);
      case MAX -> new Extreme(1);
      case MAKELIST -> new MakeList(value -> true);
      case MAKESET -> new MakeList(new TreeSet<JsonNode>(ValueOrder.INSTANCE)::add);
    };
  }

  /** COUNT and COUNTIF. */
  final class Count implements Accumulator {

    private final Predicate<JsonNode> counts;
    private long count;

    private Count(Predicate<JsonNode> counts) {
      this.counts = counts;
    }

    @Override
    public void add(JsonNode value) {
      if (counts.test(value)) {
        count++;
      }
    }

    @Override
    public JsonNode result() {
      return Values.number(count);
    }
  }

  /**
   * SUM and AVG (Microsoft: "SUM", "AVG"). They skip undefined values. A string, boolean, null,
   * array or object makes the result undefined. Without values, the sum is 0 and the average is
   * undefined.
   */
  final class Sum implements Accumulator {

    private final boolean average;
    private double sum;
    private long count;
    private boolean undefined;

    private Sum(boolean average) {
      this.average = average;
    }

    @Override
    public void add(JsonNode value) {
      if (value.isNumber()) {
        sum += value.doubleValue();
        count++;
      } else if (!value.isMissingNode()) {
        undefined = true;
      }
    }

    @Override
    public JsonNode result() {
      if (undefined || (average && count == 0)) {
        return Values.UNDEFINED;
      }
      return Values.number(average ? sum / count : sum);
    }
  }

  /**
   * MIN and MAX of scalars of any type, in the order of ORDER BY. They skip undefined values. An
   * array or object makes the result undefined (MinMaxAggregator of azure-cosmos-dotnet-v3).
   */
  final class Extreme implements Accumulator {

    private final int sign;
    private JsonNode extreme = Values.UNDEFINED;
    private int longest;
    private boolean undefined;

    private Extreme(int sign) {
      this.sign = sign;
    }

    @Override
    public void add(JsonNode value) {
      if (value.isMissingNode()) {
        return;
      }
      if (value.isContainerNode()) {
        undefined = true;
        extreme = Values.UNDEFINED;
      }
      if (undefined) {
        return;
      }
      if (extreme.isMissingNode() || sign * ValueOrder.INSTANCE.compare(value, extreme) > 0) {
        extreme = value;
      }
    }

    @Override
    public JsonNode result() {
      return undefined ? Values.UNDEFINED : extreme;
    }

    @Override
    public long growth() {
      int length = extreme.isTextual() ? extreme.textValue().length() : 0;
      int more = Math.max(0, length - longest);
      longest += more;
      return 2L * more;
    }
  }

  /**
   * MAKELIST and MAKESET. Only the client's side of their plans is published: it concatenates
   * arrays (MakeListAggregator and MakeSetAggregator of the SDK for JavaScript). They skip
   * undefined values, as no array can hold them.
   */
  final class MakeList implements Accumulator {

    private static final int ENTRY = 72;

    private final Predicate<JsonNode> wanted;
    private final ArrayNode list = JsonNodeFactory.instance.arrayNode();
    private long growth;

    private MakeList(Predicate<JsonNode> wanted) {
      this.wanted = wanted;
    }

    @Override
    public void add(JsonNode value) {
      if (!value.isMissingNode() && wanted.test(value)) {
        Budget.current().allocate(ENTRY);
        growth += ENTRY;
        list.add(value);
      }
    }

    @Override
    public long growth() {
      long grown = growth;
      growth = 0;
      return grown;
    }

    @Override
    public JsonNode result() {
      return list;
    }

    @Override
    public boolean holdsValues() {
      return true;
    }
  }
}
