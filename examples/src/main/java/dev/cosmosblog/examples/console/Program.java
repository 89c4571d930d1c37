package dev.cosmosblog.examples.console;

import java.io.IOException;

/** A program that {@link Launcher} runs: a picocli command, whose options are its fields. */
public interface Program {
  /**
   * Runs the program to its end.
   *
   * @param screen where the program writes
   * @return whether all went well
   * @throws IOException if a file, a port or the account can't be used
   * @throws InterruptedException if the thread is interrupted
   * @throws UsageException if an option is invalid, or can't be combined with another one
   */
  boolean run(Screen screen) throws IOException, InterruptedException;
}
