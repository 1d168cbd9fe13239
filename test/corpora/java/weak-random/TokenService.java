package com.acme.tokens;

import java.security.SecureRandom;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.commons.lang3.RandomStringUtils;

public class TokenService {
  private final SecureRandom secure = new SecureRandom();
  private final Random quick = new Random();

  public String resetToken() {
    StringBuilder token = new StringBuilder();
    for (int i = 0; i < 16; i++) {
      token.append((char) ('a' + quick.nextInt(26))); // expect: weak-random
    }
    return token.toString();
  }

  public String sessionId() {
    byte[] bytes = new byte[16];
    secure.nextBytes(bytes); // ok: weak-random
    return UUID.nameUUIDFromBytes(bytes) + UUID.randomUUID().toString(); // ok: weak-random
  }

  public int oneTimePassword() {
    return (int) (Math.random() * 900_000) + 100_000; // expect: weak-random
  }

  public String apiKey() {
    return RandomStringUtils.randomAlphanumeric(32); // expect: weak-random
  }

  public int pickCsrfSalt() {
    return ThreadLocalRandom.current().nextInt(); // expect: weak-random
  }
}
