package dev.cosmosblog.examples.account;

import dev.cosmosblog.examples.console.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** The key and certificate with which an account encrypts its connections. */
final class Certificate {
  private static final String PASSWORD = "COSMOSBLOG_TLS_PASSWORD";

  /** Of Java's own key stores. */
  private static final String USUAL_PASSWORD = "changeit";

  private Certificate() {}

  /** Reads a key store of the type PKCS12, as keytool and openssl make them. */
  static SSLContext read(Path file) {
    char[] password = System.getenv().getOrDefault(PASSWORD, USUAL_PASSWORD).toCharArray();
    try (InputStream in = Files.newInputStream(file)) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(in, password);
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, password);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), null, null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new UsageException(
          "--tls: "
              + file
              + " can't be read as a PKCS12 key store ("
              + e.getMessage()
              + "); its password is taken from the environment, "
              + PASSWORD);
    }
  }
}
