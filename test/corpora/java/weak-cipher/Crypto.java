package com.acme.crypto;

import java.nio.charset.StandardCharsets;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import java.security.cert.X509Certificate;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.lang3.RandomStringUtils;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.MessageDigestPasswordEncoder;
import org.springframework.security.crypto.password.NoOpPasswordEncoder;

public class CryptoConfig {
  private static final String TRANSFORMATION = "AES/CBC/PKCS5Padding";
  private static final byte[] FIXED_IV = new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

  byte[] encrypt(byte[] key, byte[] data) throws Exception {
    Cipher c = Cipher.getInstance("DES/CBC/PKCS5Padding"); // expect: weak-cipher
    Cipher e = Cipher.getInstance("AES"); // expect: weak-cipher
    Cipher f = Cipher.getInstance("AES/ECB/NoPadding"); // expect: weak-cipher
    Cipher g = Cipher.getInstance("AES/GCM/NoPadding"); // ok: weak-cipher
    byte[] nonce = new byte[12];
    SecureRandom random = new SecureRandom();
    random.nextBytes(nonce);
    g.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(128, nonce)); // ok: weak-cipher
    Cipher h = Cipher.getInstance(TRANSFORMATION); // ok: weak-cipher
    h.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(FIXED_IV)); // expect: weak-cipher
    Cipher rc = Cipher.getInstance("RC4"); // expect: weak-cipher
    Cipher rsa = Cipher.getInstance("RSA/ECB/OAEPWithSHA-256AndMGF1Padding"); // ok: weak-cipher
    KeyPairGenerator small = KeyPairGenerator.getInstance("RSA");
    small.initialize(1024); // expect: weak-cipher
    KeyPairGenerator big = KeyPairGenerator.getInstance("RSA");
    big.initialize(3072); // ok: weak-cipher
    KeyGenerator kg = KeyGenerator.getInstance("DESede"); // expect: weak-cipher
    KeyGenerator ka = KeyGenerator.getInstance("AES"); // ok: weak-cipher
    ka.init(256); // ok: weak-cipher
    return data;
  }

  String hash(String password) throws Exception {
    MessageDigest md = MessageDigest.getInstance("MD5"); // expect: weak-hash
    md.update(password.getBytes(StandardCharsets.UTF_8));
    MessageDigest.getInstance("SHA-256").digest(password.getBytes()); // expect: weak-hash
    MessageDigest.getInstance("SHA-512"); // ok: weak-hash
    DigestUtils.sha1Hex(password); // expect: weak-hash
    Mac.getInstance("HmacSHA256"); // ok: weak-hash
    PBEKeySpec weak = new PBEKeySpec(password.toCharArray(), new byte[16], 1000, 256); // expect: weak-hash
    byte[] salt = SecureRandom.getInstanceStrong().generateSeed(16);
    PBEKeySpec spec = new PBEKeySpec(password.toCharArray(), salt, 310_000, 256); // ok: weak-hash
    SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec); // ok: weak-hash
    NoOpPasswordEncoder.getInstance(); // expect: weak-hash
    new MessageDigestPasswordEncoder("MD5"); // expect: weak-hash
    new BCryptPasswordEncoder(4); // expect: weak-hash
    return new BCryptPasswordEncoder(12).encode(password); // ok: weak-hash
  }

  String resetToken() {
    Random r = new Random();
    StringBuilder token = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      token.append((char) ('a' + r.nextInt(26))); // expect: weak-random
    }
    String sessionId = RandomStringUtils.randomAlphanumeric(32); // expect: weak-random
    long otp = (long) (Math.random() * 1_000_000); // expect: weak-random
    return token + sessionId + otp;
  }

  String game() {
    int dice = ThreadLocalRandom.current().nextInt(6) + 1; // ok: weak-random
    int delay = (int) (Math.random() * 500); // ok: weak-random
    String colour = "hsl(" + new Random().nextInt(360) + ",50%,50%)"; // ok: weak-random
    return colour + dice + delay;
  }

  void tls() throws Exception {
    SSLContext.getInstance("TLSv1.3"); // ok: tls-verification-disabled
    HttpsURLConnection.setDefaultHostnameVerifier((host, session) -> true); // expect: tls-verification-disabled
    HttpsURLConnection.setDefaultHostnameVerifier((host, session) -> host.equals("acme.com")); // ok: tls-verification-disabled
    TrustManager[] all = {
      new X509TrustManager() {
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        public void checkServerTrusted(X509Certificate[] chain, String type) {} // expect: tls-verification-disabled

        public X509Certificate[] getAcceptedIssuers() {
          return new X509Certificate[0];
        }
      }
    };
    SSLContext ctx = SSLContext.getInstance("TLS");
    ctx.init(null, all, new SecureRandom());
  }
}
