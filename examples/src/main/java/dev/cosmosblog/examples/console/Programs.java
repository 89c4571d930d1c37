package dev.cosmosblog.examples.console;

import dev.cosmosblog.model.BlogException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.List;

/** Runs examples as programs: arguments in, exit code out. */
public final class Programs {
  /** The exit code where the work was done with errors, or not at all. */
  public static final int FAILED = 1;

  /** The exit code where the arguments made no sense. */
  public static final int MISUSED = 2;

  private Programs() {}

  /**
   * Runs an example and ends the process with its exit code.
   *
   * @param example the example
   * @param words its command line
   */
  public static void main(Example example, String[] words) {
    Usages usages = () -> example.usage().text();
    System.exit(run(example, List.of(words), Streams.standard(), usages));
  }

  /**
   * Runs an example.
   *
   * @param example the example
   * @param words its command line
   * @param streams where it writes
   * @param usages what is said when the command line makes no sense
   * @return the exit code: the example's own, {@link #FAILED} or {@link #MISUSED}
   */
  public static int run(Example example, List<String> words, Streams streams, Usages usages) {
    String name = example.usage().name();
    try {
      return example.run(Arguments.parse(example.usage(), words), streams.screen());
    } catch (UsageException e) {
      return misused(name + ": " + e.getMessage(), streams, usages);
    } catch (BlogException | IOException e) {
      return failed(name, e, streams);
    } catch (UncheckedIOException e) {
      return failed(name, e.getCause(), streams);
    } catch (InterruptedException e) {
      streams.errors().println(name + ": interrupted");
      return FAILED;
    } catch (RuntimeException e) {
      // Nobody foresaw it, so that the trace is of use.
      e.printStackTrace(streams.errors());
      return FAILED;
    }
  }

  private static int failed(String name, Exception e, Streams streams) {
    String message = e instanceof FileSystemException ? e.toString() : e.getMessage();
    streams.errors().println(name + ": " + message);
    return FAILED;
  }

  /**
   * Says that the command line makes no sense.
   *
   * @param problem what is wrong
   * @param streams where to say it
   * @param usages what would make sense
   * @return {@link #MISUSED}
   */
  public static int misused(String problem, Streams streams, Usages usages) {
    streams.errors().println(problem);
    streams.errors().println(usages.text());
    return MISUSED;
  }

  /** What to say when the command line makes no sense. */
  @FunctionalInterface
  public interface Usages {
    /**
     * The text.
     *
     * @return its lines
     */
    String text();
  }
}
