package dev.cosmosblog.local.internal.engine.query;

import dev.cosmosblog.local.internal.engine.container.ContainerScripts;
import dev.cosmosblog.local.internal.engine.container.Script;
import dev.cosmosblog.local.internal.engine.container.ScriptKind;
import dev.cosmosblog.local.internal.engine.resource.EngineException;
import dev.cosmosblog.local.internal.query.function.UserFunctions;
import dev.cosmosblog.local.internal.script.FunctionCalls;

/** The user-defined functions of a container, for one page of a query. */
record ContainerFunctions(ContainerScripts scripts, FunctionCalls calls) implements UserFunctions {
  @Override
  public UserFunction find(String name) {
    // By name only: a query can't write a resource id where a name stands.
    Script script =
        scripts
            .find(ScriptKind.FUNCTION, name)
            .orElseThrow(
                () ->
                    EngineException.badRequest(
                        "The user-defined function '" + name + "' does not exist."));
    return arguments -> calls.call(script.id(), script.body(), arguments);
  }
}
