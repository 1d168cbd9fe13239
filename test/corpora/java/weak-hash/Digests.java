package com.acme.crypto;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Properties;
import org.apache.commons.codec.digest.DigestUtils;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.NoOpPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;

public class Digests {
  private static final String ALGORITHM = "MD5";
  private static final String STRONG = "SHA-256";

  public byte[] digest(String text) throws NoSuchAlgorithmException {
    MessageDigest.getInstance("MD5"); // expect: weak-hash
    MessageDigest.getInstance("SHA-256"); // ok: weak-hash
    MessageDigest.getInstance("sha1"); // expect: weak-hash
    MessageDigest.getInstance(ALGORITHM); // expect: weak-hash
    MessageDigest.getInstance(STRONG); // ok: weak-hash
    named("SHA-512");
    named("SHA-1");
    return MessageDigest.getInstance("SHA3-256").digest(text.getBytes(StandardCharsets.UTF_8)); // ok: weak-hash
  }

  private MessageDigest named(String name) throws NoSuchAlgorithmException {
    return MessageDigest.getInstance(name); // expect: weak-hash
  }

  public String configured(Properties properties) throws NoSuchAlgorithmException {
    return MessageDigest.getInstance(properties.getProperty("digest", "SHA-384")).getAlgorithm(); // ok: weak-hash
  }

  public String hex(String text) {
    String good = DigestUtils.sha256Hex(text); // ok: weak-hash
    return good + DigestUtils.md5Hex(text); // expect: weak-hash
  }

  public PasswordEncoder encoder(boolean test) {
    PasswordEncoder strong = new BCryptPasswordEncoder(12); // ok: weak-hash
    return test ? NoOpPasswordEncoder.getInstance() : strong; // expect: weak-hash
  }
}
