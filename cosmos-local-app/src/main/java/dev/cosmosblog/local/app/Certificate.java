package dev.cosmosblog.local.app;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** The account's key and certificate, in a PKCS12 file as keytool and openssl make it. */
final class Certificate {
  private static final String PASSWORD = "COSMOS_LOCAL_TLS_PASSWORD";

  private Certificate() {}

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException if it can't be read
   */
  static SSLContext read(Path file) {
    if (!Files.exists(file)) {
      throw new IllegalArgumentException("--tls: there is no file " + file);
    }
    // By default the password of Java's own key stores.
    char[] password = System.getenv().getOrDefault(PASSWORD, "changeit").toCharArray();
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
      throw new IllegalArgumentException(
          "--tls: %s can't be read as a PKCS12 key store (%s); its password is taken from the"
                  .formatted(file, reason(e))
              + " environment, "
              + PASSWORD,
          e);
    }
  }

  /** A file of another format ends too early for its reader, or has a tag that it doesn't know. */
  private static String reason(Exception failure) {
    return failure instanceof EOFException || failure.getMessage() == null
        ? "it has another format"
        : failure.getMessage();
  }
}
