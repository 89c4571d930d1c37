/**
 * For tests with JUnit 5.12 or later: {@link dev.cosmoslocal.junit.LocalCosmosExtension} hands out
 * clients of an account, and a database for each test class or each test. JUnit and the SDK are
 * those of the tests.
 */
@NullMarked
package dev.cosmoslocal.junit;

import org.jspecify.annotations.NullMarked;
