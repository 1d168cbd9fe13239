package com.acme.crypto;

import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import com.google.common.hash.Hashing;
import io.jsonwebtoken.Claims;
import io.jsonwebtoken.Jwts;
import io.jsonwebtoken.SignatureAlgorithm;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import okhttp3.OkHttpClient;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.lang3.RandomStringUtils;
import org.apache.http.conn.ssl.NoopHostnameVerifier;
import org.apache.http.conn.ssl.TrustSelfSignedStrategy;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.springframework.http.ResponseCookie;
import org.springframework.security.crypto.password.Pbkdf2PasswordEncoder;

class CryptoAndSettings {
    private static final String ALGORITHM = "DES/ECB/PKCS5Padding";
    private static final String DB_PASSWORD = "Tr0ub4dor&3-prod"; // expect: hard-coded-secret
    private static final String PASSWORD_FIELD = "password"; // ok: hard-coded-secret
    private final String apiKey = System.getenv("API_KEY"); // ok: hard-coded-secret
    private final SecureRandom secure = new SecureRandom();

    byte[] hash(byte[] data, String password) throws Exception {
        MessageDigest md = MessageDigest.getInstance("MD5"); // expect: weak-hash
        MessageDigest good = MessageDigest.getInstance("SHA-256"); // ok: weak-hash
        String a = DigestUtils.sha1Hex(password); // expect: weak-hash
        String b = DigestUtils.sha256Hex(data); // ok: weak-hash
        String c = Hashing.md5().hashString(password, StandardCharsets.UTF_8).toString(); // expect: weak-hash
        String d = Hashing.sha512().hashBytes(data).toString(); // ok: weak-hash
        SecretKeyFactory f = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256");
        f.generateSecret(new PBEKeySpec(password.toCharArray(), new byte[16], 1000, 256)); // expect: weak-hash
        byte[] salt = new byte[16];
        secure.nextBytes(salt);
        f.generateSecret(new PBEKeySpec(password.toCharArray(), salt, 310_000, 256)); // ok: weak-hash
        return md.digest(data);
    }

    byte[] encrypt(byte[] data, SecretKey key) throws Exception {
        Cipher c = Cipher.getInstance(ALGORITHM); // expect: weak-cipher
        Cipher d = Cipher.getInstance("AES/GCM/NoPadding"); // ok: weak-cipher
        byte[] nonce = new byte[12];
        secure.nextBytes(nonce);
        d.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, nonce)); // ok: weak-cipher
        Cipher e = Cipher.getInstance("AES"); // expect: weak-cipher
        Cipher f = Cipher.getInstance("AES/CBC/PKCS5Padding");
        f.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(new byte[16])); // expect: weak-cipher
        KeyPairGenerator rsa = KeyPairGenerator.getInstance("RSA");
        rsa.initialize(1024); // expect: weak-cipher
        KeyPairGenerator rsa2 = KeyPairGenerator.getInstance("RSA");
        rsa2.initialize(3072); // ok: weak-cipher
        KeyGenerator kg = KeyGenerator.getInstance("RC4"); // expect: weak-cipher
        SecretKeySpec fixed = new SecretKeySpec("0123456789abcdef".getBytes(), "AES"); // expect: hard-coded-secret
        return c.doFinal(data);
    }

    String tokens() {
        Random random = new Random();
        String token = Long.toHexString(random.nextLong()); // expect: weak-random
        int delay = random.nextInt(1000); // ok: weak-random
        String otp = String.format("%06d", ThreadLocalRandom.current().nextInt(1_000_000)); // expect: weak-random
        String password = RandomStringUtils.randomAlphanumeric(12); // expect: weak-random
        String session = UUID.randomUUID().toString(); // ok: weak-random
        byte[] key = new byte[32];
        secure.nextBytes(key); // ok: weak-random
        return token + otp + password + session + delay;
    }

    Claims parse(String jwt, SecretKey key) {
        Claims a = Jwts.parserBuilder().setSigningKey(key).build().parseClaimsJws(jwt).getBody(); // ok: jwt-misuse
        Claims b = (Claims) Jwts.parser().setSigningKey(key).parse(jwt).getBody(); // expect: jwt-misuse
        String c = Jwts.builder().setSubject("x").signWith(SignatureAlgorithm.HS256, "my-very-secret-signing-key").compact(); // expect: hard-coded-secret
        String d = JWT.create().withSubject("x").sign(Algorithm.none()); // expect: jwt-misuse
        JWT.require(Algorithm.HMAC256(System.getenv("JWT_KEY"))).build().verify(jwt); // ok: jwt-misuse
        String e = JWT.decode(jwt).getSubject(); // expect: jwt-misuse
        return a;
    }

    void tls() throws Exception {
        HttpsURLConnection.setDefaultHostnameVerifier((host, session) -> true); // expect: tls-verification-disabled
        HostnameVerifier strict = (host, session) -> host.equals("acme.example") && session.isValid(); // ok: tls-verification-disabled
        SSLContext ctx = SSLContext.getInstance("TLSv1.3"); // ok: weak-cipher
        SSLContext old = SSLContext.getInstance("SSLv3"); // expect: weak-cipher
        TrustManager[] all = {new X509TrustManager() {
            @Override
            public void checkClientTrusted(X509Certificate[] chain, String authType) {}

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String authType) {} // expect: tls-verification-disabled

            @Override
            public X509Certificate[] getAcceptedIssuers() {
                return new X509Certificate[0];
            }
        }};
        ctx.init(null, all, secure);
        OkHttpClient ok = new OkHttpClient.Builder().hostnameVerifier((h, s) -> true).build(); // expect: tls-verification-disabled
        CloseableHttpClient apache = HttpClients.custom().setSSLHostnameVerifier(NoopHostnameVerifier.INSTANCE).build(); // expect: tls-verification-disabled
        CloseableHttpClient fine = HttpClients.createDefault(); // ok: tls-verification-disabled
    }

    void files() throws Exception {
        File f = new File(System.getProperty("java.io.tmpdir"), "report.txt");
        Path safe = Files.createTempFile("report", ".txt"); // ok: insecure-temporary-file
        f.setReadable(true, false);
        f.setWritable(true, false); // expect: file-permissions
        Files.setPosixFilePermissions(safe, PosixFilePermissions.fromString("rwxrwxrwx")); // expect: file-permissions
        Files.setPosixFilePermissions(safe, PosixFilePermissions.fromString("rw-------")); // ok: file-permissions
    }
}
