package dev.cosmoslocal.internal.query.function;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.query.parse.QueryException;
import dev.cosmoslocal.internal.query.value.Values;
import org.jspecify.annotations.Nullable;

/** REGEXMATCH. Compiles a pattern again only if it differs from that of the row before. */
final class RegexMatch implements BuiltInFunction {
  /** Immutable, so that threads can race to write it. */
  private @Nullable RegularExpression last;

  @Override
  public BuiltInFunction ofCall() {
    return new RegexMatch();
  }

  @Override
  public JsonNode apply(JsonNode[] arguments) {
    if (!Arguments.allText(arguments)) {
      return Values.UNDEFINED;
    }
    String modifiers = arguments.length == 3 ? arguments[2].textValue() : "";
    if (!modifiers.chars().allMatch(RegularExpression::isModifier)) {
      return Values.UNDEFINED;
    }
    try {
      return Values.bool(
          compiled(arguments[1].textValue(), modifiers).find(arguments[0].textValue()));
    } catch (StackOverflowError e) {
      throw QueryException.badRequest("A pattern is nested too deeply.");
    }
  }

  RegularExpression compiled(String pattern, String modifiers) {
    RegularExpression compiled = last;
    if (compiled == null || !compiled.isOf(pattern, modifiers)) {
      compiled = RegularExpression.compile(pattern, modifiers);
      last = compiled;
    }
    return compiled;
  }
}
