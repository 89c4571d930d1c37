package dev.cosmosblog.testsupport;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a test, or a class of tests, that fails if an invariant of the data model no longer holds.
 * {@code docs/correctness.md} lists the invariants.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Invariant {
  /**
   * The invariants that the test guards.
   *
   * @return names such as {@code I4}
   */
  String[] value();
}
