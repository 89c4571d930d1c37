package dev.cosmosblog.testsupport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A certificate of localhost for an emulator in another process. */
public final class LocalCertificate {
  /** The system property with which the SDK accepts any certificate of localhost. */
  public static final String UNCHECKED = "COSMOS.EMULATOR_SERVER_CERTIFICATE_VALIDATION_DISABLED";

  private LocalCertificate() {}

  /**
   * Writes a file for {@code --tls} of the emulator, and lets the clients of this process accept
   * the certificate.
   */
  public static Path create() throws IOException, InterruptedException {
    System.getProperties().putIfAbsent(UNCHECKED, "true");
    Path directory = Files.createTempDirectory("certificate");
    Path file = directory.resolve("localhost.p12");
    directory.toFile().deleteOnExit();
    file.toFile().deleteOnExit();
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    ProcessBuilder command = new ProcessBuilder(keytool, "-genkeypair", "-keyalg", "EC");
    command.command().addAll(List.of("-dname", "CN=localhost", "-ext", "san=dns:localhost"));
    command.command().addAll(List.of("-keystore", file.toString(), "-storepass", "changeit"));
    int code = command.inheritIO().start().waitFor();
    if (code != 0) {
      throw new IOException("keytool failed with exit code " + code + ".");
    }
    return file;
  }
}
