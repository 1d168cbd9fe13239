package com.shop.crypto;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.*;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import javax.crypto.*;
import javax.crypto.spec.*;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.lang3.RandomStringUtils;
import com.google.common.hash.Hashing;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.NoOpPasswordEncoder;

public class ManyKinds {
    private static final String ALGORITHM = "DES/CBC/PKCS5Padding";
    private static final byte[] IV = new byte[16];

    byte[] md5(String password) throws Exception {
        return MessageDigest.getInstance("MD5").digest(password.getBytes()); // expect: weak-hash
    }

    byte[] sha256(byte[] d) throws Exception {
        return MessageDigest.getInstance("SHA-256").digest(d); // ok: weak-hash
    }

    String codec(String password) {
        return DigestUtils.sha1Hex(password); // expect: weak-hash
    }

    String guava(String password) {
        return Hashing.md5().hashString(password, StandardCharsets.UTF_8).toString(); // expect: weak-hash
    }

    Cipher des(SecretKey key) throws Exception {
        return Cipher.getInstance(ALGORITHM); // expect: weak-cipher
    }

    Cipher ecb() throws Exception {
        return Cipher.getInstance("AES"); // expect: weak-cipher
    }

    Cipher gcm() throws Exception {
        return Cipher.getInstance("AES/GCM/NoPadding"); // ok: weak-cipher
    }

    Cipher fixedIv(SecretKey key) throws Exception {
        Cipher c = Cipher.getInstance("AES/CBC/PKCS5Padding");
        c.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(IV));
        return c;
    }

    SecretKeySpec fixedKey() {
        return new SecretKeySpec("s3cr3tK3yValue16".getBytes(StandardCharsets.UTF_8), "AES"); // expect: hard-coded-secret
    }

    KeyPairGenerator rsa() throws Exception {
        KeyPairGenerator g = KeyPairGenerator.getInstance("RSA");
        g.initialize(1024); // expect: weak-cipher
        return g;
    }

    String resetToken() {
        return Long.toHexString(new Random().nextLong()); // expect: weak-random
    }

    String sessionId() {
        return new BigInteger(130, new SecureRandom()).toString(32); // ok: weak-random
    }

    String passwordOf() {
        return RandomStringUtils.randomAlphanumeric(12); // expect: weak-random
    }

    int backoff() {
        return ThreadLocalRandom.current().nextInt(100); // ok: weak-random
    }

    SecretKey pbkdf(char[] password, byte[] salt) throws Exception {
        return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(new PBEKeySpec(password, salt, 310_000, 256)); // ok: weak-hash
    }

    Object encoder() {
        return NoOpPasswordEncoder.getInstance(); // expect: weak-hash
    }

    Object bcrypt() {
        return new BCryptPasswordEncoder(12); // ok: weak-hash
    }
}
