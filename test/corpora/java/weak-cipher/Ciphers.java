package com.acme.crypto;

import java.security.GeneralSecurityException;
import java.security.Key;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.spec.GCMParameterSpec;

public class Ciphers {
  private static final String TRANSFORMATION = "AES/GCM/NoPadding";

  public void ciphers(Key key, byte[] nonce) throws GeneralSecurityException {
    Cipher.getInstance("DES/CBC/PKCS5Padding"); // expect: weak-cipher
    Cipher.getInstance("DESede"); // expect: weak-cipher
    Cipher.getInstance("AES"); // expect: weak-cipher
    Cipher.getInstance("AES/ECB/PKCS5Padding"); // expect: weak-cipher
    Cipher.getInstance("RC4"); // expect: weak-cipher
    Cipher gcm = Cipher.getInstance(TRANSFORMATION); // ok: weak-cipher
    gcm.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, nonce)); // ok: weak-cipher
    Cipher.getInstance("ChaCha20-Poly1305"); // ok: weak-cipher
    Cipher.getInstance("RSA/ECB/OAEPWithSHA-256AndMGF1Padding"); // ok: weak-cipher
    Cipher.getInstance("RSA/ECB/NoPadding"); // expect: weak-cipher
    KeyGenerator.getInstance("AES"); // ok: weak-cipher
    KeyGenerator.getInstance("DES"); // expect: weak-cipher
  }
}
