package dev.cosmosblog.system;

import dev.cosmosblog.testsupport.ArchitectureRules;

/** {@link ModuleRulesTest} has the rules for modules. */
class ArchitectureTest extends ArchitectureRules {
  @Override
  protected boolean hasAllModules() {
    return true;
  }
}
