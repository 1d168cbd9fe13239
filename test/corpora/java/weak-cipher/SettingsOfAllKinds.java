package com.acme.rules;

import java.nio.charset.StandardCharsets;
import java.security.*;
import java.security.cert.X509Certificate;
import java.util.*;
import java.util.concurrent.ThreadLocalRandom;
import javax.crypto.*;
import javax.crypto.spec.*;
import javax.net.ssl.*;
import io.jsonwebtoken.Jwts;
import io.jsonwebtoken.SignatureAlgorithm;
import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.lang3.RandomStringUtils;
import org.apache.http.conn.ssl.NoopHostnameVerifier;
import org.apache.http.impl.client.HttpClients;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.NoOpPasswordEncoder;

public class Settings {
    private static final String DB_PASSWORD = "Tr0ub4dor&3xkcd"; // expect: hard-coded-secret
    private static final String PASSWORD_FIELD = "password"; // ok: hard-coded-secret
    private final String apiKey = System.getenv("API_KEY"); // ok: hard-coded-secret

    byte[] hashes(String password, byte[] data) throws Exception {
        MessageDigest.getInstance("MD5").digest(password.getBytes(StandardCharsets.UTF_8)); // expect: weak-hash
        MessageDigest.getInstance("SHA-1").digest(data); // expect: weak-hash
        MessageDigest.getInstance("SHA-512").digest(data); // ok: weak-hash
        DigestUtils.md5Hex(password); // expect: weak-hash
        String alg = "SHA" + "-256";
        return MessageDigest.getInstance(alg).digest(data); // ok: weak-hash
    }

    void ciphers(byte[] key, byte[] iv) throws Exception {
        Cipher.getInstance("DES/CBC/PKCS5Padding"); // expect: weak-cipher
        Cipher.getInstance("AES"); // expect: weak-cipher
        Cipher.getInstance("AES/ECB/PKCS5Padding"); // expect: weak-cipher
        Cipher.getInstance("AES/GCM/NoPadding"); // ok: weak-cipher
        Cipher.getInstance("RC4"); // expect: weak-cipher
        Cipher.getInstance("RSA/ECB/OAEPWithSHA-256AndMGF1Padding"); // ok: weak-cipher
        new SecretKeySpec("0123456789abcdef".getBytes(), "AES"); // expect: hard-coded-secret
        new SecretKeySpec(key, "AES"); // ok: hard-coded-secret
        KeyPairGenerator kpg = KeyPairGenerator.getInstance("RSA");
        kpg.initialize(1024); // expect: weak-cipher
        KeyPairGenerator kpg2 = KeyPairGenerator.getInstance("RSA");
        kpg2.initialize(3072); // ok: weak-cipher
    }

    String tokens() {
        String resetToken = Long.toHexString(new Random().nextLong()); // expect: weak-random
        String sessionKey = RandomStringUtils.randomAlphanumeric(32); // expect: weak-random
        int otp = ThreadLocalRandom.current().nextInt(100000, 999999); // expect: weak-random
        byte[] salt = new byte[16];
        new SecureRandom().nextBytes(salt); // ok: weak-random
        int dice = new Random().nextInt(6); // ok: weak-random
        double backoff = Math.random() * 100; // ok: weak-random
        return resetToken + sessionKey + otp + dice + backoff + Arrays.toString(salt);
    }

    void tls() throws Exception {
        TrustManager[] all = {new X509TrustManager() {
            public void checkClientTrusted(X509Certificate[] c, String a) {}
            public void checkServerTrusted(X509Certificate[] c, String a) {} // expect: tls-verification-disabled
            public X509Certificate[] getAcceptedIssuers() { return new X509Certificate[0]; }
        }};
        SSLContext.getInstance("TLS").init(null, all, new SecureRandom());
        HttpsURLConnection.setDefaultHostnameVerifier((h, s) -> true); // expect: tls-verification-disabled
        HttpClients.custom().setSSLHostnameVerifier(NoopHostnameVerifier.INSTANCE).build(); // expect: tls-verification-disabled
        HttpClients.custom().build(); // ok: tls-verification-disabled
    }

    void jwt(String token, SecretKey key) {
        Jwts.parser().setSigningKey(key).parseClaimsJwt(token); // expect: jwt-misuse
        Jwts.parserBuilder().setSigningKey(key).build().parseClaimsJws(token); // ok: jwt-misuse
        JWT.require(Algorithm.none()).build().verify(token); // expect: jwt-misuse
        JWT.create().withSubject("a").sign(Algorithm.HMAC256("my-very-secret-signing-key")); // expect: hard-coded-secret
        String user = JWT.decode(token).getSubject(); // expect: jwt-misuse
        new BCryptPasswordEncoder().encode(user); // ok: weak-hash
    }
}
