package dev.cosmoslocal.internal.http.auth;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs texts with the account's key. */
public final class Signer {
  private static final String ALGORITHM = "HmacSHA256";

  /** A template that is never used itself: copying it costs a tenth of creating one. */
  private final Mac keyed;

  public Signer(String base64) {
    this.keyed = keyed(Base64.getDecoder().decode(base64));
  }

  public byte[] of(String text) {
    try {
      Mac mac = (Mac) keyed.clone();
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("This platform's " + ALGORITHM + " can't be cloned.", e);
    }
  }

  private static Mac keyed(byte[] key) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(
          "This platform lacks " + ALGORITHM + ", which every Java platform must have.", e);
    }
  }
}
