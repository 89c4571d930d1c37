package dev.cosmoslocal.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An invalid file for {@code --tls} is reported in one sentence. */
class CertificateTest {
  @TempDir private Path folder;

  /** The emulator isn't started, so nothing needs to be stopped. */
  private static final class Never implements Stop {
    @Override
    public void await() {}

    @Override
    public void stop() {}

    @Override
    public void ended(int code) {}
  }

  private List<String> refused(Path file) {
    List<String> said = new ArrayList<>();
    List<String> refused = new ArrayList<>();
    int code =
        CosmosLocal.run(
            List.of("--port", "0", "--tls", file.toString()),
            said::add,
            refused::add,
            new Never(),
            InputStream.nullInputStream());
    assertThat(code).as("the exit code").isEqualTo(2);
    assertThat(said).as("it never began").isEmpty();
    return refused;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "no key store",
        "<project>\n</project>\n",
        "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n",
        "0\u0003text that begins as a key store does"
      })
  void aTextFileIsRejectedAsKeyStore(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("account.txt"), text);

    assertThat(refused(file))
        .containsExactly(
            "--tls: "
                + file
                + " is not a PKCS12 key store; create one with keytool, or from PEM files with"
                + " 'openssl pkcs12 -export'");
  }

  @Test
  void aWrongPasswordIsDistinguishedFromAWrongFormat() throws Exception {
    Path file = folder.resolve("account.p12");
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    ProcessBuilder command = new ProcessBuilder(keytool, "-genkeypair", "-keyalg", "EC");
    command.command().addAll(List.of("-dname", "CN=localhost", "-storepass", "another"));
    command.command().addAll(List.of("-keystore", file.toString()));
    assertThat(command.start().waitFor()).isZero();

    assertThat(refused(file))
        .containsExactly(
            "--tls: "
                + file
                + " has a different password; set it in the environment variable"
                + " COSMOS_LOCAL_TLS_PASSWORD");
  }

  /** Without a private key, the emulator would start but reject every client. */
  @Test
  void aKeyStoreWithoutAKeyIsRefused() throws Exception {
    Path file = folder.resolve("account.p12");
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, "changeit".toCharArray());
    }

    assertThat(refused(file))
        .containsExactly("--tls: " + file + " has no private key; add the key of the certificate");
  }

  @Test
  void anUnreadableFileIsReported() {
    assertThat(refused(folder))
        .containsExactly("--tls: can't read " + folder + "; give this user permission to read it");
  }
}
