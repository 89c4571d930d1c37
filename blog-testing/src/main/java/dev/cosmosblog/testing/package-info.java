/**
 * Fixtures that the tests of several modules share: the account that contract tests run on ({@link
 * dev.cosmosblog.testing.Backend}), builders of stored items ({@link
 * dev.cosmosblog.testing.TestItems}), and the annotations {@link dev.cosmosblog.testing.Invariant}
 * and {@link dev.cosmosblog.testing.Trap}, which name what a test guards.
 */
@NullMarked
package dev.cosmosblog.testing;

import org.jspecify.annotations.NullMarked;
