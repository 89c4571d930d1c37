/**
 * A JUnit 5.12 extension, {@link dev.cosmoslocal.junit.LocalCosmosExtension}, that gives tests
 * clients of the emulator and a database for each test class or test.
 */
@NullMarked
package dev.cosmoslocal.junit;

import org.jspecify.annotations.NullMarked;
