package dev.cosmoslocal.internal.query.parse;

import com.fasterxml.jackson.databind.node.BooleanNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Parses a query's text. Enter through {@link #query} or {@link #condition}. */
public final class SelectParser {

  private static final String FORBIDDEN_IN_SUBQUERY = " is not allowed in a subquery.";

  private final TokenStream tokens;
  private final ExpressionParser expressions;

  private SelectParser(String text) {
    List<Token> words = new Lexer(text).tokens();
    QueryLimits.check(words);
    tokens = new TokenStream(words);
    expressions = new ExpressionParser(tokens, () -> select(true));
  }

  public static Select query(String text) {
    SelectParser parser = new SelectParser(text);
    Select select = parser.select(false);
    parser.expectEnd();
    return select;
  }

  /** Parses the condition of a partial update: a query without its SELECT. */
  public static Select condition(String text) {
    SelectParser parser = new SelectParser(text);
    List<Select.Input> from = parser.from();
    Expression where = parser.where();
    parser.expectEnd();
    if (from.size() != 1 || where == null) {
      throw QueryException.badRequest("A condition has the form FROM c WHERE …");
    }
    Select.Projection one = new Select.SingleValue(new Expression.Literal(BooleanNode.TRUE));
    return new Select(false, null, one, from, where, List.of(), List.of(), null);
  }

  private void expectEnd() {
    if (tokens.peek().kind() != Token.TokenKind.END) {
      throw tokens.unexpected();
    }
  }

  private Select select(boolean nested) {
    tokens.expectWord("SELECT");
    boolean distinct = tokens.takeWord("DISTINCT");
    Token clause = tokens.peek();
    Expression top = tokens.takeWord("TOP") ? expressions.count() : null;
    reject(nested && top != null, clause, "SC2203", "TOP");
    Select.Projection projection = projection();
    List<Select.Input> from = from();
    Expression where = where();
    List<Expression> groupBy = groupBy();
    clause = tokens.peek();
    List<Select.SortTerm> orderBy = orderBy();
    reject(nested && !orderBy.isEmpty(), clause, "SC2202", "ORDER BY");
    clause = tokens.peek();
    Select.Window window = window();
    reject(nested && window != null, clause, "SC2204", "OFFSET LIMIT");
    return new Select(distinct, top, projection, from, where, groupBy, orderBy, window);
  }

  private static void reject(boolean wrong, Token clause, String code, String what) {
    if (wrong) {
      throw clause.span().error(code, "'" + what + "'" + FORBIDDEN_IN_SUBQUERY);
    }
  }

  private Select.Projection projection() {
    Token first = tokens.peek();
    if (tokens.takeSymbol("*")) {
      return new Select.AllInputs(first.span());
    }
    if (tokens.takeWord("VALUE")) {
      return new Select.SingleValue(expressions.expression());
    }
    List<Expression.Field> fields = new ArrayList<>();
    int unnamed = 0;
    do {
      Expression value = expressions.expression();
      Optional<String> name = alias().or(() -> ownName(value));
      fields.add(new Expression.Field(name.isPresent() ? name.get() : "$" + ++unnamed, value));
    } while (tokens.takeSymbol(","));
    return new Select.Properties(fields);
  }

  private Optional<String> alias() {
    if (tokens.takeWord("AS") || tokens.atName()) {
      return Optional.of(tokens.expectName().text());
    }
    return Optional.empty();
  }

  /** A property's name if the query gives none: the last name of the path. */
  static Optional<String> ownName(Expression expression) {
    if (expression instanceof Expression.Member member) {
      return Optional.of(member.name());
    }
    if (expression instanceof Expression.Variable variable) {
      return Optional.of(variable.name());
    }
    return Optional.empty();
  }

  private List<Select.Input> from() {
    List<Select.Input> inputs = new ArrayList<>();
    if (tokens.takeWord("FROM")) {
      inputs.add(input());
      while (tokens.takeWord("JOIN")) {
        inputs.add(input());
      }
    }
    return inputs;
  }

  private Select.Input input() {
    if (tokens.atName() && tokens.peek(1).isWord("IN")) {
      String alias = tokens.next().text();
      tokens.next();
      return new Select.Input(alias, true, source(true), true);
    }
    Select.Source source = source(false);
    Optional<String> alias = alias();
    if (alias.isPresent()) {
      return new Select.Input(alias.get(), true, source, false);
    }
    return new Select.Input(ownName(source).orElse(""), false, source, false);
  }

  private static Optional<String> ownName(Select.Source source) {
    return source instanceof Select.Path path ? ownName(path.expression()) : Optional.empty();
  }

  /** A source of elements may be the result of a function, as with OBJECTTOARRAY. */
  private Select.Source source(boolean ofElements) {
    if (tokens.takeSymbol("(")) {
      if (!tokens.peek().isWord("SELECT")) {
        throw tokens.unexpected();
      }
      Select select = expressions.subquery();
      tokens.expectSymbol(")");
      return new Select.Rows(select);
    }
    if (!tokens.atName() || !ofElements && tokens.peek(1).isSymbol("(")) {
      tokens.expectName();
      throw tokens.unexpected();
    }
    return new Select.Path(expressions.path());
  }

  private @Nullable Expression where() {
    return tokens.takeWord("WHERE") ? expressions.expression() : null;
  }

  private List<Expression> groupBy() {
    List<Expression> keys = new ArrayList<>();
    if (tokens.takeWord("GROUP")) {
      tokens.expectWord("BY");
      do {
        keys.add(expressions.expression());
      } while (tokens.takeSymbol(","));
    }
    return keys;
  }

  private List<Select.SortTerm> orderBy() {
    List<Select.SortTerm> terms = new ArrayList<>();
    if (tokens.takeWord("ORDER")) {
      tokens.expectWord("BY");
      if (tokens.peek().isWord("RANK") && tokens.peek(1).kind() == Token.TokenKind.WORD) {
        throw QueryException.unsupported("ORDER BY RANK");
      }
      do {
        Expression key = expressions.expression();
        boolean descending = tokens.takeWord("DESC");
        if (!descending) {
          tokens.takeWord("ASC");
        }
        terms.add(new Select.SortTerm(key, descending));
      } while (tokens.takeSymbol(","));
    }
    return terms;
  }

  private Select.@Nullable Window window() {
    if (!tokens.takeWord("OFFSET")) {
      return null;
    }
    Expression offset = expressions.count();
    tokens.expectWord("LIMIT");
    return new Select.Window(offset, expressions.count());
  }
}
