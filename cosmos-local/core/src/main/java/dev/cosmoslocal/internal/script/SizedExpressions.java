package dev.cosmoslocal.internal.script;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.mozilla.javascript.Token;
import org.mozilla.javascript.ast.Assignment;
import org.mozilla.javascript.ast.AstNode;
import org.mozilla.javascript.ast.AstRoot;
import org.mozilla.javascript.ast.BigIntLiteral;
import org.mozilla.javascript.ast.ConditionalExpression;
import org.mozilla.javascript.ast.InfixExpression;
import org.mozilla.javascript.ast.KeywordLiteral;
import org.mozilla.javascript.ast.Name;
import org.mozilla.javascript.ast.NumberLiteral;
import org.mozilla.javascript.ast.SpreadObjectProperty;
import org.mozilla.javascript.ast.TaggedTemplateLiteral;
import org.mozilla.javascript.ast.TemplateLiteral;
import org.mozilla.javascript.ast.UnaryExpression;
import org.mozilla.javascript.ast.UpdateExpression;

/**
 * Checks the length of every text that a program joins: {@code s += s} becomes {@code __sized(s +=
 * s)}. Rhino joins texts of any length without a check, and allocates them later at once. So does
 * it with the characters of a text that an object literal spreads.
 */
record SizedExpressions(RhinoDialect dialect) {
  /** So many operands of one sum are joined before their length is checked. */
  private static final int CHAIN = 64;

  private static final int MAX_SUBSTITUTIONS = 32;

  /** A position and what is inserted there. Of equal positions, ends come before begins. */
  private record Insertion(int at, String text) {}

  String checked(String program) {
    AstRoot parsed = dialect.parse(program);
    List<Insertion> insertions = new ArrayList<>();
    parsed.visit(
        node -> {
          refuse(node);
          for (AstNode joined : joined(node)) {
            insertions.add(new Insertion(begin(joined, program), GuardedBuiltIns.SIZED + "("));
            insertions.add(new Insertion(end(joined), ")"));
          }
          if (node instanceof SpreadObjectProperty spread) {
            AstNode value = spread.getSpreadNode().getExpression();
            insertions.add(new Insertion(begin(value, program), GuardedBuiltIns.SIZED + "("));
            insertions.add(new Insertion(end(value), ", true)"));
          }
          return true;
        });
    insertions.sort(
        Comparator.comparingInt(Insertion::at)
            .thenComparing(insertion -> insertion.text.endsWith(")") ? 0 : 1));
    return inserted(program, insertions);
  }

  private static String inserted(String program, List<Insertion> insertions) {
    StringBuilder text = new StringBuilder(program.length());
    int from = 0;
    for (Insertion insertion : insertions) {
      text.append(program, from, insertion.at).append(insertion.text);
      from = insertion.at;
    }
    return text.append(program, from, program.length()).toString();
  }

  /** The begin of an expression. The parser does not count a prefix such as typeof to it. */
  private static int begin(AstNode node, String program) {
    if (node instanceof InfixExpression infix) {
      return begin(infix.getLeft(), program);
    }
    if (node instanceof ConditionalExpression conditional) {
      return begin(conditional.getTestExpression(), program);
    }
    if (node instanceof UnaryExpression unary) {
      return before(unary.getOperand(), unary.getOperator(), program);
    }
    if (node instanceof UpdateExpression update) {
      return update.isPostfix()
          ? begin(update.getOperand(), program)
          : before(update.getOperand(), update.getOperator(), program);
    }
    return node.getAbsolutePosition();
  }

  private static int before(AstNode operand, int operator, String program) {
    String word = AstNode.operatorToString(operator);
    return program.lastIndexOf(word, begin(operand, program) - word.length());
  }

  /** The end of an expression. The parser counts what follows a keyword such as this to it. */
  private static int end(AstNode node) {
    if (node instanceof InfixExpression infix) {
      return end(infix.getRight());
    }
    if (node instanceof UnaryExpression unary) {
      return end(unary.getOperand());
    }
    if (node instanceof ConditionalExpression conditional) {
      return end(conditional.getFalseExpression());
    }
    int length =
        node instanceof KeywordLiteral keyword ? keyword.toSource().length() : node.getLength();
    return node.getAbsolutePosition() + length;
  }

  private static void refuse(AstNode node) {
    if (node instanceof Name name && name.getIdentifier().equals(GuardedBuiltIns.SIZED)) {
      throw RhinoDialect.unsupported("The name " + GuardedBuiltIns.SIZED, node.getLineno());
    }
    if (node instanceof BigIntLiteral) {
      throw RhinoDialect.unsupported("A BigInt", node.getLineno());
    }
  }

  /** The expressions that begin with a node, or are it, and may join texts. */
  private static List<AstNode> joined(AstNode node) {
    if (node instanceof TemplateLiteral template) {
      boolean plain = !(node.getParent() instanceof TaggedTemplateLiteral);
      return plain && !template.getSubstitutions().isEmpty() ? parts(template) : List.of();
    }
    if (node instanceof Assignment assignment) {
      return assignment.getType() == Token.ASSIGN_ADD
              && !(assignment.getRight() instanceof NumberLiteral)
          ? List.of(node)
          : List.of();
    }
    boolean sum =
        isSum(node)
            && !(isSum(node.getParent()) && ((InfixExpression) node.getParent()).getLeft() == node);
    return sum ? chain((InfixExpression) node) : List.of();
  }

  /** A template with many parts would join too much at once. */
  private static List<AstNode> parts(TemplateLiteral template) {
    if (template.getSubstitutions().size() > MAX_SUBSTITUTIONS) {
      throw RhinoDialect.unsupported(
          "A template with more than " + MAX_SUBSTITUTIONS + " expressions", template.getLineno());
    }
    return List.of(template);
  }

  /** Of a sum of many operands, the whole and every 64th sum within. */
  private static List<AstNode> chain(InfixExpression whole) {
    List<AstNode> sums = new ArrayList<>();
    for (AstNode sum = whole; isSum(sum); sum = ((InfixExpression) sum).getLeft()) {
      sums.add(sum);
    }
    if (sums.size() == 1
        && (whole.getLeft() instanceof NumberLiteral
            || whole.getRight() instanceof NumberLiteral)) {
      return List.of();
    }
    List<AstNode> checked = new ArrayList<>();
    for (int i = 0; i < sums.size(); i += CHAIN) {
      checked.add(sums.get(i));
    }
    return checked;
  }

  private static boolean isSum(AstNode node) {
    return node instanceof InfixExpression && node.getType() == Token.ADD;
  }
}
