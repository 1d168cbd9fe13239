package com.acme.web;

import io.jsonwebtoken.Jwts;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.NoOpPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.http.ResponseCookie;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.*;

@Configuration
public class Security {
    private static final String JWT_SECRET = "s3cr3t-jwt-signing-key-2024"; // expect: hard-coded-secret

    @Bean
    SecurityFilterChain chain(HttpSecurity http) throws Exception {
        http.csrf(AbstractHttpConfigurer::disable); // expect: csrf-disabled
        return http.build();
    }

    CorsConfiguration cors() {
        CorsConfiguration c = new CorsConfiguration();
        c.setAllowedOriginPatterns(List.of("*")); // expect: cors-misconfiguration
        c.setAllowCredentials(true);
        return c;
    }

    PasswordEncoder good() { return new BCryptPasswordEncoder(); } // ok: weak-hash

    String sign(String password, String token) throws Exception {
        MessageDigest.getInstance("SHA-1").digest(password.getBytes()); // expect: weak-hash
        MessageDigest.getInstance("SHA-256").digest(token.getBytes()); // ok: weak-hash
        Cipher.getInstance("AES/ECB/PKCS5Padding"); // expect: weak-cipher
        Cipher.getInstance("AES/GCM/NoPadding"); // ok: weak-cipher
        Cipher.getInstance("DESede/CBC/PKCS5Padding"); // expect: weak-cipher
        KeyGenerator.getInstance("RC4"); // expect: weak-cipher
        String session = Long.toHexString(new Random().nextLong()); // expect: weak-random
        String id = UUID.randomUUID().toString(); // ok: weak-random
        byte[] salt = new byte[16];
        new SecureRandom().nextBytes(salt); // ok: weak-random
        new SecretKeySpec("0123456789abcdef".getBytes(), "AES"); // expect: hard-coded-secret
        HttpsURLConnection.setDefaultHostnameVerifier((h, s) -> true); // expect: tls-verification-disabled
        ResponseCookie.from("sid", session).httpOnly(true).secure(true).sameSite("Lax").build(); // ok: insecure-cookie
        ResponseCookie.from("sid", session).secure(false).build(); // expect: insecure-cookie
        return session + id;
    }
}
