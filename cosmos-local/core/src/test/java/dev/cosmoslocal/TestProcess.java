package dev.cosmoslocal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another JVM of tests. */
public final class TestProcess {
  private TestProcess() {}

  /** A process with this test's class path, which prints its errors like this one. */
  public static ProcessBuilder of(int heapMegabytes, Class<?> main, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heapMegabytes + "m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
  }
}
