/**
 * The in-process emulator for an application of Spring Boot, in development and in tests. Enter at
 * {@link dev.cosmoslocal.spring.LocalCosmosAutoConfiguration}.
 */
@NullMarked
package dev.cosmoslocal.spring;

import org.jspecify.annotations.NullMarked;
