package dev.cosmosblog.testsupport.process;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Starts a program of these modules in a virtual machine of its own. */
public final class JavaProgram {
  /** The processes that a short test starts compile as little as it does. */
  private static final String COMPILER = "-XX:TieredStopAtLevel=";

  private JavaProgram() {}

  /**
   * The command that starts a program on the class path that runs now.
   *
   * @param main its class
   * @param options the virtual machine's options
   * @param words its command line
   * @return the command, not yet started
   */
  public static ProcessBuilder command(Class<?> main, List<String> options, List<String> words) {
    return command(classPath(), main.getName(), options, words);
  }

  /**
   * The command that starts a program on a class path of its own.
   *
   * @param classPath where its classes are
   * @param main the name of its class
   * @param options the virtual machine's options
   * @param words its command line
   * @return the command, not yet started
   */
  public static ProcessBuilder command(
      String classPath, String main, List<String> options, List<String> words) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    ProcessBuilder command = new ProcessBuilder(java);
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith(COMPILER))
        .forEach(command.command()::add);
    command.command().addAll(options);
    command.command().addAll(List.of("-cp", classPath, main));
    command.command().addAll(words);
    return command;
  }

  /** Maven runs an example in a class loader of its own, whose path is not the process's. */
  private static String classPath() {
    return JavaProgram.class.getClassLoader() instanceof URLClassLoader loader
        ? Arrays.stream(loader.getURLs())
            .map(JavaProgram::path)
            .collect(Collectors.joining(File.pathSeparator))
        : System.getProperty("java.class.path");
  }

  private static String path(URL url) {
    try {
      return Path.of(url.toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(url + " is no file", e);
    }
  }
}
