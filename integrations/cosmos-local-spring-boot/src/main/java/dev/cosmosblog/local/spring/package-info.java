/**
 * The account in the process for an application of Spring Boot, in development and in tests. Enter
 * at {@link dev.cosmosblog.local.spring.LocalCosmosAutoConfiguration}.
 */
@NullMarked
package dev.cosmosblog.local.spring;

import org.jspecify.annotations.NullMarked;
