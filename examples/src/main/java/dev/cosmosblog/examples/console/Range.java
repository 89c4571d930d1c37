package dev.cosmosblog.examples.console;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The numbers that are valid for an option, or for each element of its list. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Range {
  /** {@return the smallest valid number} */
  double min() default 1;

  /** {@return the largest valid number} */
  double max();
}
