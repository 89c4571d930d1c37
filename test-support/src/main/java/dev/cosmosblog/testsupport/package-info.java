/**
 * Fixtures that the tests of several modules share: the backend of contract tests ({@link
 * dev.cosmosblog.testsupport.Backend}), builders of stored items ({@link
 * dev.cosmosblog.testsupport.TestItems}), the oracle that finds what is wrong with a blog ({@link
 * dev.cosmosblog.testsupport.BlogOracle}), and the annotations {@link
 * dev.cosmosblog.testsupport.Invariant} and {@link dev.cosmosblog.testsupport.Trap}, which name
 * what a test guards.
 */
@NullMarked
package dev.cosmosblog.testsupport;

import org.jspecify.annotations.NullMarked;
