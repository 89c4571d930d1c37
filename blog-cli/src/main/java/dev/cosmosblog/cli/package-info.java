/**
 * The operators' program of a blog: it runs the change feed, verifies, upgrades and rebuilds. Start
 * with {@link dev.cosmosblog.cli.BlogCli}.
 */
@NullMarked
package dev.cosmosblog.cli;

import org.jspecify.annotations.NullMarked;
