/**
 * Auto-configuration of the in-process emulator in Spring Boot applications, for development and
 * tests. Start at {@link dev.cosmoslocal.spring.LocalCosmosAutoConfiguration}.
 */
@NullMarked
package dev.cosmoslocal.spring;

import org.jspecify.annotations.NullMarked;
