package com.acme.sec;

import io.jsonwebtoken.Claims;
import io.jsonwebtoken.Jwts;
import io.jsonwebtoken.SignatureAlgorithm;
import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ResponseCookie;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.servlet.config.annotation.CorsRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

@Configuration
@EnableWebSecurity(debug = true) // expect: debug-enabled
public class SecuritySettings implements WebMvcConfigurer {
  private static final String JWT_KEY = "s3cr3t-signing-key-for-jwt-tokens-2024"; // expect: hard-coded-secret

  @Value("${jwt.key}")
  private String configuredKey;

  @Bean
  SecurityFilterChain web(HttpSecurity http) throws Exception {
    return http
        .csrf(AbstractHttpConfigurer::disable) // expect: csrf-disabled
        .authorizeHttpRequests(a -> a.anyRequest().authenticated())
        .formLogin(Customizer.withDefaults())
        .build();
  }

  @Bean
  SecurityFilterChain api(HttpSecurity http) throws Exception {
    http.securityMatcher("/api/**");
    http.sessionManagement(s -> s.sessionCreationPolicy(SessionCreationPolicy.STATELESS));
    http.csrf(c -> c.disable()); // expect: csrf-disabled
    http.oauth2ResourceServer(o -> o.jwt(Customizer.withDefaults()));
    return http.build();
  }

  @Override
  public void addCorsMappings(CorsRegistry registry) {
    registry.addMapping("/public/**").allowedOriginPatterns("*").allowCredentials(true); // expect: cors-misconfiguration
    registry.addMapping("/api/**").allowedOrigins("https://app.acme.com").allowCredentials(true); // ok: cors-misconfiguration
  }

  @Bean
  CorsConfiguration cors() {
    CorsConfiguration c = new CorsConfiguration();
    c.setAllowedOrigins(List.of("https://app.acme.com")); // ok: cors-misconfiguration
    c.setAllowCredentials(true);
    return c;
  }

  String issue(String user) {
    return Jwts.builder().setSubject(user).signWith(SignatureAlgorithm.HS256, configuredKey).compact(); // ok: jwt-misuse
  }

  Claims read(String token) {
    Jwts.parser().setSigningKey(configuredKey).parse(token).getBody(); // expect: jwt-misuse
    return Jwts.parser().setSigningKey(configuredKey).parseClaimsJws(token).getBody(); // ok: jwt-misuse
  }

  String subject(String token) {
    JWT.require(Algorithm.HMAC256(configuredKey)).build().verify(token).getSubject(); // ok: jwt-misuse
    return JWT.decode(token).getSubject(); // expect: jwt-misuse
  }

  String unsigned(String user) {
    return JWT.create().withSubject(user).sign(Algorithm.none()); // expect: jwt-misuse
  }

  ResponseCookie cookies(String v) {
    ResponseCookie.from("SESSION", v).httpOnly(false).secure(true).build(); // expect: insecure-cookie
    return ResponseCookie.from("SESSION", v).httpOnly(true).secure(true).sameSite("Lax").build(); // ok: insecure-cookie
  }
}
