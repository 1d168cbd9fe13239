package com.acme.secrets;

import com.auth0.jwt.algorithms.Algorithm;
import io.jsonwebtoken.Jwts;
import io.jsonwebtoken.SignatureAlgorithm;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import javax.crypto.spec.SecretKeySpec;
import com.zaxxer.hikari.HikariConfig;

public class Secrets {
  private static final String KEY = "k3y-f0r-orders!!";

  public Object keys(byte[] fromVault) {
    new SecretKeySpec(KEY.getBytes(StandardCharsets.UTF_8), "AES"); // expect: hard-coded-secret
    new SecretKeySpec(fromVault, "AES"); // ok: hard-coded-secret
    new SecretKeySpec(System.getenv("ORDER_KEY").getBytes(StandardCharsets.UTF_8), "AES"); // ok: hard-coded-secret
    Jwts.builder().setSubject("a").signWith(SignatureAlgorithm.HS256, "correct-horse-battery"); // expect: hard-coded-secret
    Algorithm.HMAC256(System.getProperty("jwt.secret")); // ok: hard-coded-secret
    return Algorithm.HMAC256("correct-horse-battery"); // expect: hard-coded-secret
  }

  public Connection connect(String password) throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setPassword(password); // ok: hard-coded-secret
    config.setPassword("Winter2024"); // expect: hard-coded-secret
    DriverManager.getConnection("jdbc:postgresql://db/app", "app", password); // ok: hard-coded-secret
    return DriverManager.getConnection("jdbc:postgresql://db/app", "app", "S3cretPa55"); // expect: hard-coded-secret
  }
}
