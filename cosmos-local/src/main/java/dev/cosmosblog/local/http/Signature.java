package dev.cosmosblog.local.http;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs texts with the account's key. */
final class Signature {
  private static final String ALGORITHM = "HmacSHA256";

  private final SecretKeySpec key;

  Signature(String base64) {
    this.key = new SecretKeySpec(Base64.getDecoder().decode(base64), ALGORITHM);
  }

  byte[] of(String text) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java platform has " + ALGORITHM + ".", e);
    }
  }
}
