package com.acme.security;

import org.springframework.context.annotation.Bean;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;

public class SecurityConfig {
  @Bean
  public SecurityFilterChain open(HttpSecurity http) throws Exception {
    http.csrf().disable(); // expect: csrf-disabled
    return http.build();
  }

  @Bean
  public SecurityFilterChain lambda(HttpSecurity http) throws Exception {
    http.csrf(csrf -> csrf.disable()); // expect: csrf-disabled
    return http.build();
  }

  @Bean
  public SecurityFilterChain reference(HttpSecurity http) throws Exception {
    http.authorizeHttpRequests(a -> a.anyRequest().authenticated())
        .csrf(AbstractHttpConfigurer::disable); // expect: csrf-disabled
    return http.build();
  }

  @Bean
  public SecurityFilterChain closed(HttpSecurity http) throws Exception {
    http.csrf(csrf -> csrf.csrfTokenRepository(CookieCsrfTokenRepository.withHttpOnlyFalse())); // ok: csrf-disabled
    http.headers(headers -> headers.frameOptions(frame -> frame.sameOrigin())); // ok: csrf-disabled
    return http.build();
  }
}
