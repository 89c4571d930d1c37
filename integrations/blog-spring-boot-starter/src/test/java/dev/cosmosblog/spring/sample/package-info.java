/** A small Spring Boot application with a blog, for tests. */
@NullMarked
package dev.cosmosblog.spring.sample;

import org.jspecify.annotations.NullMarked;
