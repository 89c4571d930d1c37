/** A small application of Spring Boot with a blog, for tests to start. */
@NullMarked
package dev.cosmosblog.spring.sample;

import org.jspecify.annotations.NullMarked;
