/**
 * Spring Boot's auto-configuration of the blog: a {@link dev.cosmosblog.store.BlogDatabase}, a
 * {@link dev.cosmosblog.store.BlogStore} and a change feed that runs with the application. Enter at
 * {@link dev.cosmosblog.spring.BlogAutoConfiguration}; its settings are in {@link
 * dev.cosmosblog.spring.BlogProperties}.
 */
@NullMarked
package dev.cosmosblog.spring;

import org.jspecify.annotations.NullMarked;
