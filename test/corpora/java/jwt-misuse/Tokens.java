package com.acme.jwt;

import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import io.jsonwebtoken.Claims;
import io.jsonwebtoken.Jwts;
import java.security.Key;
import java.security.interfaces.RSAPublicKey;

public class Tokens {
  public Claims read(String token, Key key) {
    Jwts.parser().setSigningKey(key).parse(token); // expect: jwt-misuse
    Jwts.parserBuilder().setSigningKey(key).build().parseClaimsJwt(token); // expect: jwt-misuse
    Jwts.parserBuilder().setSigningKey(key).build().parseClaimsJws(token); // ok: jwt-misuse
    return Jwts.parserBuilder().setSigningKey(key).build().parseClaimsJws(token).getBody(); // ok: jwt-misuse
  }

  public String subject(String token, RSAPublicKey key) {
    JWT.require(Algorithm.none()).build().verify(token); // expect: jwt-misuse
    return JWT.require(Algorithm.RSA256(key, null)).build().verify(token).getSubject(); // ok: jwt-misuse
  }
}
