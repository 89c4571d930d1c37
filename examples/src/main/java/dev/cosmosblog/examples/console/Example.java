package dev.cosmosblog.examples.console;

import java.io.IOException;

/** A program to run and read. */
public interface Example {
  /**
   * How it is called.
   *
   * @return its name, arguments and options
   */
  Usage usage();

  /**
   * Runs it to its end.
   *
   * @param arguments what it was called with
   * @param screen where it writes
   * @return the exit code, 0 where all went well
   * @throws IOException if a file or a port can't be used
   * @throws InterruptedException if the thread was interrupted
   * @throws UsageException if an argument makes no sense
   */
  int run(Arguments arguments, Screen screen) throws IOException, InterruptedException;
}
