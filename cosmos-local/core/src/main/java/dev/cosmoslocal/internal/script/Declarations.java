package dev.cosmoslocal.internal.script;

import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.mozilla.javascript.ast.AbstractObjectProperty;
import org.mozilla.javascript.ast.ArrayLiteral;
import org.mozilla.javascript.ast.Assignment;
import org.mozilla.javascript.ast.AstNode;
import org.mozilla.javascript.ast.CatchClause;
import org.mozilla.javascript.ast.FunctionNode;
import org.mozilla.javascript.ast.Name;
import org.mozilla.javascript.ast.NodeVisitor;
import org.mozilla.javascript.ast.ObjectLiteral;
import org.mozilla.javascript.ast.ObjectProperty;
import org.mozilla.javascript.ast.Scope;
import org.mozilla.javascript.ast.VariableDeclaration;

/**
 * The declarations of each scope of a program, and which of them are constants. Filled by one visit
 * of the program.
 */
final class Declarations implements NodeVisitor {
  private final Set<Integer> constants;
  private final Map<AstNode, Map<String, Boolean>> scopes = new IdentityHashMap<>();

  Declarations(Set<Integer> constants) {
    this.constants = constants;
  }

  @Override
  public boolean visit(AstNode node) {
    if (node instanceof VariableDeclaration declaration) {
      AstNode scope = declaration.isVar() ? function(node) : scope(node);
      boolean constant = constants.contains(node.getAbsolutePosition());
      declaration
          .getVariables()
          .forEach(
              variable -> names(variable.getTarget()).forEach(n -> declare(scope, n, constant)));
    } else if (node instanceof FunctionNode function) {
      function.getParams().forEach(p -> names(p).forEach(n -> declare(function, n, false)));
      if (function.getFunctionName() != null) {
        declare(scope(function), function.getFunctionName(), false);
      }
    } else if (node instanceof CatchClause clause && clause.getVarName() != null) {
      names(clause.getVarName()).forEach(n -> declare(clause, n, false));
    }
    return true;
  }

  private void declare(AstNode scope, Name name, boolean constant) {
    scopes.computeIfAbsent(scope, s -> new HashMap<>()).put(name.getIdentifier(), constant);
  }

  /** Returns whether the nearest declaration of a name is a constant. */
  boolean constant(Name name) {
    for (AstNode node = name.getParent(); node != null; node = node.getParent()) {
      Boolean constant = scopes.getOrDefault(node, Map.of()).get(name.getIdentifier());
      if (constant != null) {
        return constant;
      }
    }
    return false;
  }

  private static AstNode scope(AstNode node) {
    AstNode up = node.getParent();
    while (!(up instanceof Scope)) {
      up = up.getParent();
    }
    return up;
  }

  private static AstNode function(AstNode node) {
    AstNode up = scope(node);
    while (!(up instanceof FunctionNode) && up.getParent() != null) {
      up = scope(up);
    }
    return up;
  }

  static Set<Name> names(AstNode pattern) {
    Set<Name> names = new HashSet<>();
    collect(pattern, names);
    return names;
  }

  private static void collect(AstNode pattern, Set<Name> names) {
    if (pattern instanceof Name name) {
      names.add(name);
    } else if (pattern instanceof ArrayLiteral array) {
      array.getElements().forEach(element -> collect(element, names));
    } else if (pattern instanceof Assignment withDefault) {
      collect(withDefault.getLeft(), names);
    } else if (pattern instanceof ObjectLiteral object) {
      for (AbstractObjectProperty property : object.getElements()) {
        if (property instanceof ObjectProperty pair) {
          collect(pair.getValue(), names);
        }
      }
    }
  }
}
