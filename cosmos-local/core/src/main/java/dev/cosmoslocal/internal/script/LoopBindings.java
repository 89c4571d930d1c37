package dev.cosmoslocal.internal.script;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.mozilla.javascript.ast.AstNode;
import org.mozilla.javascript.ast.AstRoot;
import org.mozilla.javascript.ast.ForInLoop;
import org.mozilla.javascript.ast.ForLoop;
import org.mozilla.javascript.ast.FunctionNode;
import org.mozilla.javascript.ast.Loop;
import org.mozilla.javascript.ast.Name;
import org.mozilla.javascript.ast.VariableDeclaration;
import org.mozilla.javascript.ast.VariableInitializer;

/**
 * Gives each iteration of a loop its own variables, where a function created in the loop could
 * observe the difference.
 */
record LoopBindings(RhinoDialect dialect) {
  /** A replacement of a part of the text. */
  private record Edit(int start, int end, String text) {}

  String separated(String program) {
    AstRoot parsed = dialect.parse(program);
    List<Edit> edits = new ArrayList<>();
    parsed.visit(
        node -> {
          if (node instanceof Loop loop && makesFunctions(loop)) {
            edit(program, loop, edits);
          } else if (node instanceof VariableDeclaration declaration && declaration.isLet()) {
            initialize(declaration, edits);
          }
          return true;
        });
    return applied(program, edits);
  }

  /**
   * {@code let x;} becomes {@code let x=void 0;}: Rhino keeps the value of the previous iteration.
   */
  private static void initialize(VariableDeclaration declaration, List<Edit> edits) {
    if (declaration.getParent() instanceof ForInLoop) {
      return;
    }
    for (VariableInitializer variable : declaration.getVariables()) {
      if (variable.getInitializer() == null) {
        AstNode target = variable.getTarget();
        int end = target.getAbsolutePosition() + target.getLength();
        edits.add(new Edit(end, end, "=void 0"));
      }
    }
  }

  private static boolean makesFunctions(Loop loop) {
    return !functions(loop).isEmpty();
  }

  private static List<FunctionNode> functions(AstNode of) {
    List<FunctionNode> found = new ArrayList<>();
    of.visit(
        node -> {
          if (node instanceof FunctionNode function && node != of) {
            found.add(function);
          }
          return true;
        });
    return found;
  }

  private static void edit(String program, Loop loop, List<Edit> edits) {
    if (loop instanceof ForInLoop each
        && each.getIterator() instanceof VariableDeclaration declaration
        && declaration.isLet()) {
      each(program, each, declaration.getVariables().get(0).getTarget(), edits);
    } else if (loop instanceof ForLoop counting
        && counting.getInitializer() instanceof VariableDeclaration declaration
        && declaration.isLet()) {
      counting(counting, declaration, edits);
    }
  }

  /** {@code for (let x of y) z} becomes {@code for (let t of y) {let x = t; z}}. */
  private static void each(String program, ForInLoop loop, AstNode target, List<Edit> edits) {
    String turn = "__turn" + loop.getAbsolutePosition();
    int start = target.getAbsolutePosition();
    int end = start + target.getLength();
    edits.add(new Edit(start, end, turn));
    wrap(loop.getBody(), "{let " + program.substring(start, end) + "=" + turn + ";", "}", edits);
  }

  /**
   * {@code for (let i = 0; c; u) z} becomes {@code for (let i = 0; c; u) {let t = i; {let i = t;
   * z}}}.
   */
  private static void counting(ForLoop loop, VariableDeclaration declaration, List<Edit> edits) {
    Set<String> names =
        declaration.getVariables().stream()
            .flatMap(variable -> Declarations.names(variable.getTarget()).stream())
            .map(Name::getIdentifier)
            .collect(Collectors.toSet());
    Set<String> captured = captured(loop, names);
    if (captured.isEmpty()) {
      return;
    }
    captured.retainAll(changed(loop, names));
    if (!captured.isEmpty()) {
      throw RhinoDialect.unsupported(
          "A function that uses the variable "
              + captured.iterator().next()
              + " of a for loop whose body changes it",
          loop.getLineno());
    }
    StringBuilder outer = new StringBuilder("{");
    StringBuilder inner = new StringBuilder("{");
    for (String name : names.stream().sorted().toList()) {
      String turn = "__turn" + loop.getAbsolutePosition() + name;
      outer.append("let ").append(turn).append('=').append(name).append(';');
      inner.append("let ").append(name).append('=').append(turn).append(';');
    }
    wrap(loop.getBody(), outer.append(inner).toString(), "}}", edits);
  }

  private static Set<String> captured(ForLoop loop, Set<String> names) {
    Set<String> used = new HashSet<>();
    functions(loop)
        .forEach(
            function ->
                function.visit(
                    node -> {
                      if (node instanceof Name name && names.contains(name.getIdentifier())) {
                        used.add(name.getIdentifier());
                      }
                      return true;
                    }));
    return used;
  }

  /**
   * The variables that the body changes, or that functions in the head use: both need the variable
   * itself and not its copy.
   */
  private static Set<String> changed(ForLoop loop, Set<String> names) {
    Set<String> changed = new HashSet<>();
    loop.getBody()
        .visit(
            node -> {
              ConstBindings.assigned(node).forEach(name -> changed.add(name.getIdentifier()));
              return true;
            });
    boolean inHead =
        List.of(loop.getInitializer(), loop.getCondition(), loop.getIncrement()).stream()
            .anyMatch(part -> !functions(part).isEmpty());
    if (inHead) {
      changed.addAll(names);
    }
    return changed;
  }

  private static void wrap(AstNode body, String before, String after, List<Edit> edits) {
    int start = body.getAbsolutePosition();
    int end = start + body.getLength();
    edits.add(new Edit(start, start, before));
    edits.add(new Edit(end, end, after));
  }

  /** Applies the edits from the last to the first, so that earlier offsets stay valid. */
  private static String applied(String program, List<Edit> edits) {
    StringBuilder text = new StringBuilder(program);
    List<Edit> ordered = new ArrayList<>(edits);
    ordered.sort(Comparator.comparingInt(Edit::start).reversed());
    ordered.forEach(edit -> text.replace(edit.start, edit.end, edit.text));
    return text.toString();
  }
}
