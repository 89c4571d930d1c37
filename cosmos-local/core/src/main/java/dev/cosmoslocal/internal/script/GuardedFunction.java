package dev.cosmoslocal.internal.script;

import dev.cosmoslocal.internal.script.GuardedBuiltIns.Guard;
import dev.cosmoslocal.internal.script.GuardedBuiltIns.GuardedCall;
import org.mozilla.javascript.BaseFunction;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.ScriptRuntime;
import org.mozilla.javascript.Scriptable;

/** One of Rhino's functions or constructors, behind a guard. */
final class GuardedFunction extends BaseFunction {
  private static final long serialVersionUID = 1L;

  private final transient GuardedBuiltIns guards;
  private final transient BaseFunction plain;
  private final transient Guard guard;

  GuardedFunction(GuardedBuiltIns guards, BaseFunction plain, Guard guard) {
    super(guards.globals(), plain.getPrototype());
    this.guards = guards;
    this.plain = plain;
    this.guard = guard;
    if (plain.getPrototypeProperty() instanceof Scriptable prototype) {
      setPrototypeProperty(prototype);
      setPrototypePropertyAttributes(READONLY | PERMANENT | DONTENUM);
    }
  }

  @Override
  public Object call(Context context, Scriptable scope, Scriptable self, Object[] arguments) {
    guards.check(self, arguments);
    GuardedCall call = guard.checked(guards, new GuardedCall(self, arguments));
    Scriptable object =
        call.self() instanceof String text
            ? ScriptRuntime.toObject(context, scope, text)
            : (Scriptable) call.self();
    return plain.call(context, scope, object, call.arguments());
  }

  @Override
  public Scriptable construct(Context context, Scriptable scope, Object[] arguments) {
    return plain.construct(context, scope, arguments);
  }

  /** Rhino's additional properties, arity and arguments, would take time for each realm. */
  @Override
  protected boolean includeNonStandardProps() {
    return false;
  }

  @Override
  public int getArity() {
    return plain.getArity();
  }

  @Override
  public int getLength() {
    return plain.getLength();
  }

  @Override
  public String getFunctionName() {
    return plain.getFunctionName();
  }
}
