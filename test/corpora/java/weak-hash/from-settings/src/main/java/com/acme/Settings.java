package com.acme;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Properties;

public class Settings {
  private final Properties properties = new Properties();

  public Settings() throws IOException {
    try (InputStream in = Settings.class.getResourceAsStream("/crypto.properties")) {
      properties.load(in);
    }
  }

  public MessageDigest files() throws NoSuchAlgorithmException {
    return MessageDigest.getInstance(properties.getProperty("digest.files", "MD5")); // ok: weak-hash
  }

  public MessageDigest legacy() throws NoSuchAlgorithmException {
    return MessageDigest.getInstance(properties.getProperty("digest.legacy", "SHA-256")); // expect: weak-hash
  }
}
