package dev.cosmosblog.testsupport;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A certificate of localhost for an emulator. */
public final class LocalCertificate {
  /** The system property with which the SDK accepts any certificate of localhost. */
  public static final String UNCHECKED = "COSMOS.EMULATOR_SERVER_CERTIFICATE_VALIDATION_DISABLED";

  private static final String PASSWORD = "changeit";

  private LocalCertificate() {}

  private static final class Made {
    private static final SSLContext CONTEXT = make();

    private static SSLContext make() {
      try (InputStream file = Files.newInputStream(create())) {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(file, PASSWORD.toCharArray());
        KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
        keys.init(store, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
      } catch (IOException | GeneralSecurityException e) {
        throw new IllegalStateException("The test needs a certificate.", e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("Interrupted while a certificate was made.", e);
      }
    }
  }

  /** Returns the certificate for emulators in this process, which share it. */
  static SSLContext context() {
    return Made.CONTEXT;
  }

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
    command.command().addAll(List.of("-keystore", file.toString(), "-storepass", PASSWORD));
    int code = command.inheritIO().start().waitFor();
    if (code != 0) {
      throw new IOException("keytool failed with exit code " + code + ".");
    }
    return file;
  }
}
