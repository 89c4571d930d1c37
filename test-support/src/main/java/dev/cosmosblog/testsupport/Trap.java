package dev.cosmosblog.testsupport;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a test, or a class of tests, that fails if the library falls into a known trap of blogs on
 * Cosmos DB. {@code docs/correctness.md} lists the traps.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Trap {
  /**
   * The traps that the test guards against.
   *
   * @return the numbers of the traps on that page
   */
  int[] value();
}
