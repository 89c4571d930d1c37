package dev.cosmosblog.examples.console;

import java.io.IOException;

/** A program that {@link Launcher} runs. */
public interface Example {
  /** The exit code of a program that ran and failed, or found something wrong. */
  int FAILED = 1;

  /** The exit code of a program that was called with invalid arguments. */
  int MISUSED = 2;

  /**
   * Returns how the program is called.
   *
   * @return its name, arguments and options
   */
  Usage usage();

  /**
   * Runs the program to its end.
   *
   * @param arguments the command line, checked against {@link #usage()}
   * @param screen where the program writes
   * @return the exit code: 0 if all went well, otherwise {@link #FAILED}
   * @throws IOException if a file, a port or the account can't be used
   * @throws InterruptedException if the thread is interrupted
   * @throws UsageException if an argument is invalid
   */
  int run(Arguments arguments, Screen screen) throws IOException, InterruptedException;
}
