/**
 * Auto-configuration of the blog in Spring Boot: a {@link dev.cosmosblog.store.BlogDatabase}, a
 * {@link dev.cosmosblog.store.BlogStore} and a change feed that runs with the application. Start at
 * {@link dev.cosmosblog.spring.BlogAutoConfiguration}; the properties are in {@link
 * dev.cosmosblog.spring.BlogProperties}.
 */
@NullMarked
package dev.cosmosblog.spring;

import org.jspecify.annotations.NullMarked;
