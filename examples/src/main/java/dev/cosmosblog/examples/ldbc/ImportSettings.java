package dev.cosmosblog.examples.ldbc;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How to import.
 *
 * @param database where to
 * @param threads operations at a time
 * @param dump where to write what the queries answer, or empty for nowhere
 */
record ImportSettings(String database, int threads, Optional<Path> dump) {}
