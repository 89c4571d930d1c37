package dev.cosmosblog.changefeed;

import dev.cosmosblog.testsupport.ArchitectureRules;

class ArchitectureTest extends ArchitectureRules {}
