package dev.cosmoslocal.internal.script;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mozilla.javascript.ast.Assignment;
import org.mozilla.javascript.ast.AstNode;
import org.mozilla.javascript.ast.AstRoot;
import org.mozilla.javascript.ast.Name;
import org.mozilla.javascript.ast.UpdateExpression;
import org.mozilla.javascript.ast.VariableDeclaration;

/** Replaces every {@code const} by {@code let}, and refuses a program that assigns to one. */
record ConstBindings(RhinoDialect dialect) {
  private static final Pattern KEYWORD = Pattern.compile("\\bconst\\b");

  String replaced(String program) {
    Set<Integer> places = new TreeSet<>();
    Matcher matcher = KEYWORD.matcher(program);
    while (matcher.find()) {
      places.add(matcher.start());
    }
    if (places.isEmpty()) {
      return program;
    }
    // The word may also be part of a string or a comment. Only the parser knows, so it
    // parses a version with all of them replaced.
    places.retainAll(declarations(dialect.parse(replaced(program, places))));
    String replaced = replaced(program, places);
    AstRoot parsed = dialect.parse(replaced);
    checkNoneLeft(parsed);
    checkNoneAssigned(parsed, places);
    return replaced;
  }

  private static String replaced(String program, Set<Integer> places) {
    StringBuilder text = new StringBuilder(program);
    places.forEach(at -> text.replace(at, at + "const".length(), "let  "));
    return text.toString();
  }

  private static Set<Integer> declarations(AstRoot program) {
    Set<Integer> starts = new TreeSet<>();
    program.visit(
        node -> {
          if (node instanceof VariableDeclaration declaration && declaration.isLet()) {
            starts.add(declaration.getAbsolutePosition());
          }
          return true;
        });
    return starts;
  }

  private static void checkNoneLeft(AstRoot program) {
    program.visit(
        node -> {
          if (node instanceof VariableDeclaration declaration && declaration.isConst()) {
            throw RhinoDialect.unsupported("A const at this place", node.getLineno());
          }
          return true;
        });
  }

  private static void checkNoneAssigned(AstRoot program, Set<Integer> constants) {
    Declarations declarations = new Declarations(constants);
    program.visit(declarations);
    program.visit(
        node -> {
          for (Name name : assigned(node)) {
            if (declarations.constant(name)) {
              throw ScriptErrors.constantAssigned(name.getIdentifier(), node.getLineno());
            }
          }
          return true;
        });
  }

  static Set<Name> assigned(AstNode node) {
    if (node instanceof Assignment assignment) {
      return Declarations.names(assignment.getLeft());
    }
    return node instanceof UpdateExpression update
        ? Declarations.names(update.getOperand())
        : Set.of();
  }
}
