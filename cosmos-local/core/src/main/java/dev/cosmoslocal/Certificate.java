package dev.cosmoslocal;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.UnrecoverableKeyException;
import java.util.Collections;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** The private key and certificate for TLS, in a PKCS12 file that keytool or openssl creates. */
final class Certificate {
  static final String PASSWORD = "COSMOS_LOCAL_TLS_PASSWORD";
  private static final String FORMAT = "PKCS12";

  private Certificate() {}

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException if it can't be read
   */
  static SSLContext read(Path file) {
    byte[] content = content(file);
    // The default is the password of the JDK's key stores.
    char[] password = System.getenv().getOrDefault(PASSWORD, "changeit").toCharArray();
    try {
      KeyStore store = KeyStore.getInstance(FORMAT);
      store.load(new ByteArrayInputStream(content), password);
      if (!hasKey(store)) {
        throw new IllegalArgumentException(
            "%s has no private key; add the key of the certificate".formatted(file));
      }
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, password);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), null, null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException(file + whatToDo(e), e);
    }
  }

  private static byte[] content(Path file) {
    if (!Files.exists(file)) {
      throw new IllegalArgumentException("the file " + file + " doesn't exist");
    }
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "can't read %s; give this user permission to read it".formatted(file), e);
    }
  }

  private static boolean hasKey(KeyStore store) throws KeyStoreException {
    for (String alias : Collections.list(store.aliases())) {
      if (store.entryInstanceOf(alias, KeyStore.PrivateKeyEntry.class)) {
        return true;
      }
    }
    return false;
  }

  /** Only the cause distinguishes a wrong password from a wrong format. */
  private static String whatToDo(Exception failure) {
    return failure instanceof UnrecoverableKeyException
            || failure.getCause() instanceof UnrecoverableKeyException
        ? " has a different password; set it in the environment variable " + PASSWORD
        : " is not a %s key store; create one with keytool, or from PEM files with '%s'"
            .formatted(FORMAT, "openssl pkcs12 -export");
  }
}
