package dev.cosmosblog.maintenance;

import dev.cosmosblog.testsupport.ArchitectureRules;

class ArchitectureTest extends ArchitectureRules {}
