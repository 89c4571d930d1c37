package dev.cosmosblog.store;

import dev.cosmosblog.testsupport.ArchitectureRules;

class ArchitectureTest extends ArchitectureRules {}
