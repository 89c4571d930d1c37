package dev.cosmoslocal.internal.query.parse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.cosmoslocal.internal.query.value.Values;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Parses scalar expressions, by operator precedence. */
final class ExpressionParser {

  /** Deeper nesting would exhaust the stack of a thread with a small one. */
  private static final int MAX_DEPTH = 200;

  /** The maximum number of operators or names in a row. The compiled form nests them. */
  private static final int MAX_CHAIN = 500;

  private static final Map<String, JsonNode> CONSTANTS =
      Map.of(
          "true",
          BooleanNode.TRUE,
          "false",
          BooleanNode.FALSE,
          "null",
          NullNode.getInstance(),
          "undefined",
          Values.UNDEFINED,
          "NaN",
          DoubleNode.valueOf(Double.NaN),
          "Infinity",
          DoubleNode.valueOf(Double.POSITIVE_INFINITY));

  private final TokenStream tokens;
  private final Supplier<Select> select;
  private int depth;

  ExpressionParser(TokenStream tokens, Supplier<Select> select) {
    this.tokens = tokens;
    this.select = select;
  }

  Expression expression() {
    Expression condition = binary(1);
    if (tokens.takeSymbol("?")) {
      deeper();
      Expression whenTrue = expression();
      tokens.expectSymbol(":");
      condition = new Expression.Conditional(condition, whenTrue, expression());
      depth--;
    }
    return condition;
  }

  /** The count of a TOP, OFFSET or LIMIT: a number or a parameter. */
  Expression count() {
    Token token = tokens.peek();
    if (token.kind() != Token.TokenKind.NUMBER && token.kind() != Token.TokenKind.PARAMETER) {
      throw tokens.unexpected();
    }
    return primary();
  }

  List<Expression> list(String close) {
    List<Expression> expressions = new ArrayList<>();
    if (!tokens.takeSymbol(close)) {
      do {
        expressions.add(expression());
      } while (tokens.takeSymbol(","));
      tokens.expectSymbol(close);
    }
    return expressions;
  }

  private Expression binary(int least) {
    Expression left = unary();
    for (int length = 0; ; length++) {
      if (least <= BinaryOperator.RANGE && atRange()) {
        checkChain(length, tokens.peek());
        left = range(left);
        continue;
      }
      Optional<BinaryOperator> operator =
          BinaryOperator.of(tokens.peek()).filter(o -> o.precedence() >= least);
      if (operator.isEmpty()) {
        return left;
      }
      Token token = tokens.next();
      left = combine(operator.get(), left, binary(operator.get().precedence() + 1));
      if (!(left instanceof Expression.Logic)) {
        checkChain(length, token);
      }
    }
  }

  private static void checkChain(int length, Token at) {
    if (length > MAX_CHAIN) {
      throw at.span().error("SC3022", "The expression has too many operators in a row.");
    }
  }

  private static Expression combine(BinaryOperator operator, Expression left, Expression right) {
    if (operator != BinaryOperator.AND && operator != BinaryOperator.OR) {
      return new Expression.Binary(operator, left, right);
    }
    if (left instanceof Expression.Logic logic && logic.operator() == operator) {
      logic.terms().add(right);
      return logic;
    }
    return new Expression.Logic(operator, new ArrayList<>(List.of(left, right)));
  }

  private boolean atRange() {
    Token token = tokens.peek().isWord("NOT") ? tokens.peek(1) : tokens.peek();
    return token.isWord("IN") || token.isWord("BETWEEN") || token.isWord("LIKE");
  }

  private Expression range(Expression value) {
    boolean negated = tokens.takeWord("NOT");
    int operand = BinaryOperator.RANGE + 1;
    if (tokens.takeWord("IN")) {
      tokens.expectSymbol("(");
      if (tokens.peek().isSymbol(")")) {
        throw tokens.unexpected();
      }
      return new Expression.In(value, list(")"), negated);
    }
    if (tokens.takeWord("BETWEEN")) {
      Expression low = binary(operand);
      tokens.expectWord("AND");
      return new Expression.Between(value, low, binary(operand), negated);
    }
    tokens.expectWord("LIKE");
    Expression pattern = binary(operand);
    Expression escape = tokens.takeWord("ESCAPE") ? primary() : null;
    return new Expression.Like(value, pattern, escape, negated);
  }

  private Expression unary() {
    deeper();
    Expression operand = operand();
    depth--;
    return operand;
  }

  /** Parses a subquery, from its SELECT to the token before the closing parenthesis. */
  Select subquery() {
    deeper();
    Select nested = select.get();
    depth--;
    return nested;
  }

  private void deeper() {
    if (++depth > MAX_DEPTH) {
      throw tokens.peek().span().error("SC3022", "The query is nested too deeply.");
    }
  }

  /** NOT binds as tightly as the signs: to negate a comparison, the query needs parentheses. */
  private Expression operand() {
    if (tokens.takeSymbol("-")) {
      return negative(unary());
    }
    if (tokens.takeSymbol("+")) {
      return new Expression.Unary(UnaryOperator.PLUS, unary());
    }
    if (tokens.takeSymbol("~")) {
      return new Expression.Unary(UnaryOperator.COMPLEMENT, unary());
    }
    if (tokens.takeWord("NOT")) {
      return new Expression.Unary(UnaryOperator.NOT, unary());
    }
    return path();
  }

  private static Expression negative(Expression operand) {
    if (operand instanceof Expression.Literal literal && literal.value().isNumber()) {
      return new Expression.Literal(Values.negate(literal.value()));
    }
    return new Expression.Unary(UnaryOperator.MINUS, operand);
  }

  /** A primary expression, followed by property names and positions. */
  Expression path() {
    int start = tokens.peek().start();
    Expression base = primary();
    for (int length = 0; ; length++) {
      checkChain(length, tokens.peek());
      if (tokens.takeSymbol(".")) {
        base = new Expression.Member(base, tokens.expectName().text());
      } else if (tokens.takeSymbol("[")) {
        Expression index = expression();
        int end = tokens.expectSymbol("]").end();
        base = element(base, index, new Span(start, end));
      } else {
        return base;
      }
    }
  }

  private static Expression element(Expression base, Expression index, Span span) {
    if (index instanceof Expression.Literal literal && literal.value().isTextual()) {
      return new Expression.Member(base, literal.value().textValue());
    }
    if (index instanceof Expression.Literal || index instanceof Expression.Parameter) {
      return new Expression.Element(base, index);
    }
    throw span.error(
        "SC2990",
        "The specified query includes 'member indexer' which is currently not supported.");
  }

  private Expression primary() {
    Token token = tokens.peek();
    return switch (token.kind()) {
      case NUMBER -> new Expression.Literal(number(tokens.next()));
      case STRING -> new Expression.Literal(Values.text(tokens.next().text()));
      case PARAMETER -> new Expression.Parameter(tokens.next().text(), token.span());
      case WORD -> word(token);
      case SYMBOL -> bracketed();
      case END -> throw tokens.unexpected();
    };
  }

  private Expression bracketed() {
    if (tokens.takeSymbol("(")) {
      Expression inner =
          tokens.peek().isWord("SELECT")
              ? new Expression.Subquery(select.get(), Expression.Subquery.SubqueryKind.SCALAR)
              : expression();
      tokens.expectSymbol(")");
      return inner;
    }
    if (tokens.takeSymbol("[")) {
      return new Expression.ArrayLiteral(list("]"));
    }
    if (tokens.takeSymbol("{")) {
      return object();
    }
    throw tokens.unexpected();
  }

  private Expression object() {
    List<Expression.Field> fields = new ArrayList<>();
    if (!tokens.takeSymbol("}")) {
      do {
        Token name = tokens.next();
        if (name.kind() != Token.TokenKind.STRING && name.kind() != Token.TokenKind.WORD) {
          throw name.span()
              .error("SC1001", "Syntax error, incorrect syntax near '" + name.text() + "'.");
        }
        tokens.expectSymbol(":");
        fields.add(new Expression.Field(name.text(), expression()));
      } while (tokens.takeSymbol(","));
      tokens.expectSymbol("}");
    }
    return new Expression.ObjectLiteral(fields);
  }

  private Expression word(Token word) {
    JsonNode constant = CONSTANTS.get(word.text());
    if (constant != null) {
      tokens.next();
      return new Expression.Literal(constant);
    }
    boolean called = tokens.peek(1).isSymbol("(");
    if (called && word.isWord("EXISTS")) {
      return subquery(Expression.Subquery.SubqueryKind.EXISTS);
    }
    if (called && word.isWord("ARRAY")) {
      return subquery(Expression.Subquery.SubqueryKind.ARRAY);
    }
    if (word.isWord("udf") && tokens.peek(1).isSymbol(".") && tokens.peek(3).isSymbol("(")) {
      return userCall();
    }
    Token name = called ? tokens.next() : tokens.expectName();
    return called ? call(name) : new Expression.Variable(name.text(), name.span());
  }

  private Expression subquery(Expression.Subquery.SubqueryKind kind) {
    tokens.next();
    tokens.expectSymbol("(");
    if (!tokens.peek().isWord("SELECT")) {
      throw tokens.unexpected();
    }
    Expression subquery = new Expression.Subquery(select.get(), kind);
    tokens.expectSymbol(")");
    return subquery;
  }

  private Expression userCall() {
    tokens.next();
    tokens.expectSymbol(".");
    String name = tokens.next().text();
    tokens.expectSymbol("(");
    return new Expression.UserCall(name, list(")"));
  }

  private Expression call(Token name) {
    tokens.expectSymbol("(");
    String upperCase = name.text().toUpperCase(Locale.ROOT);
    List<Expression> arguments = list(")");
    Optional<AggregateKind> aggregate = AggregateKind.named(upperCase);
    if (aggregate.isEmpty()) {
      return new Expression.Call(upperCase, arguments, name.span());
    }
    if (arguments.size() != 1) {
      throw name.span().error("SC2050", "The " + upperCase + " function requires 1 argument(s).");
    }
    return new Expression.Aggregate(aggregate.get(), arguments.get(0));
  }

  private static JsonNode number(Token token) {
    String text = token.text();
    if (text.startsWith("0x") || text.startsWith("0X")) {
      return Values.number(new BigInteger("0" + text.substring(2), 16).doubleValue());
    }
    if (text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      BigInteger whole = new BigInteger(text);
      if (whole.bitLength() < Long.SIZE) {
        return Values.number(whole.longValue());
      }
    }
    double value = Double.parseDouble(text);
    if (!Double.isFinite(value)) {
      throw token.span().error("SC1011", "Syntax error, invalid numeric literal token.");
    }
    return Values.number(value);
  }
}
