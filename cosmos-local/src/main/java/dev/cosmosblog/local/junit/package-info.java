/**
 * For tests with JUnit 5.13 or later: {@link dev.cosmosblog.local.junit.LocalCosmosExtension} hands
 * out clients of an account and a database for each test class. The only package that knows JUnit
 * and the SDK, which whoever uses it has anyway; both are optional dependencies.
 */
@NullMarked
package dev.cosmosblog.local.junit;

import org.jspecify.annotations.NullMarked;
