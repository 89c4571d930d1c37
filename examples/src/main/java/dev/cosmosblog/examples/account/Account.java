package dev.cosmosblog.examples.account;

import dev.cosmosblog.examples.console.Arguments;
import dev.cosmosblog.examples.console.Arguments.Range;
import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Launcher;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.StopSignal;
import dev.cosmosblog.examples.console.Usage;
import dev.cosmosblog.examples.console.Usage.Option;
import dev.cosmoslocal.app.CosmosLocal;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Runs an account on a port until it is stopped, as {@code java -jar cosmos-local.jar} does, with
 * the same options.
 */
public final class Account implements Example {
  /** The beginning of each line. */
  private static final String PREFIX = "account: ";

  /** The beginning of each line that answers an order. */
  static final String ANSWER = PREFIX + "answer ";

  private final Supplier<StopSignal> signal;
  private final InputStream input;

  /** Creates an account that runs until the process is stopped, with orders from standard input. */
  public Account() {
    this(StopSignal::ofProcess, System.in);
  }

  Account(Supplier<StopSignal> signal, InputStream input) {
    this.signal = signal;
    this.input = input;
  }

  /**
   * Runs it as a program.
   *
   * @param words its command line
   */
  public static void main(String[] words) {
    Launcher.main(new Account(), words);
  }

  @Override
  public Usage usage() {
    return Usage.of(
        "account",
        "runs an account on 127.0.0.1 until it is stopped, as java -jar cosmos-local.jar does",
        CosmosLocal.options().stream().map(Account::option).toArray(Option[]::new));
  }

  private static Option option(CosmosLocal.OptionText text) {
    if (text.value().isEmpty()) {
      return Option.flag(text.name(), text.meaning());
    }
    Option option = new Option(text.name(), text.value(), text.meaning());
    if (text.number()) {
      return option.in(new Range(text.least(), text.most(), text.least()));
    }
    return text.repeatable() ? option.repeated() : option;
  }

  @Override
  public int run(Arguments arguments, Screen screen) {
    List<String> words = new ArrayList<>();
    for (CosmosLocal.OptionText option : CosmosLocal.options()) {
      String word = "--" + option.name();
      if (!option.value().isEmpty()) {
        arguments.options(option.name()).forEach(value -> words.addAll(List.of(word, value)));
      } else if (arguments.flag(option.name())) {
        words.add(word);
      }
    }
    return CosmosLocal.run(
        words, line -> screen.line(PREFIX + line), screen::line, signal.get(), input);
  }
}
