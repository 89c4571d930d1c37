package dev.cosmoslocal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A certificate of localhost that nobody trusts, made once in a process. */
public final class TestCertificate {
  private static final String PASSWORD = "changeit";

  private TestCertificate() {}

  private static final class Made {
    private static final SSLContext CONTEXT = make();
  }

  public static SSLContext context() {
    return Made.CONTEXT;
  }

  private static SSLContext make() {
    try {
      Path folder = Files.createTempDirectory("certificate");
      Path file = folder.resolve("account.p12");
      create(file);
      SSLContext context = context(file);
      Files.delete(file);
      Files.delete(folder);
      return context;
    } catch (Exception e) {
      throw new AssertionError("The test needs a certificate.", e);
    }
  }

  private static void create(Path file) throws Exception {
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    ProcessBuilder command = new ProcessBuilder(keytool, "-genkeypair");
    command.command().addAll(List.of("-keyalg", "EC", "-dname", "CN=localhost"));
    command.command().addAll(List.of("-ext", "san=dns:localhost,ip:127.0.0.1"));
    command.command().addAll(List.of("-keystore", file.toString(), "-storepass", PASSWORD));
    Process process = command.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), US_ASCII);
    assertThat(process.waitFor()).as(said).isZero();
  }

  private static SSLContext context(Path file) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD.toCharArray());
    }
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }
}
