package com.acme.cors;

import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.springframework.web.bind.annotation.CrossOrigin;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.servlet.config.annotation.CorsRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

@CrossOrigin(origins = "https://shop.acme.com") // ok: cors-misconfiguration
public class CorsSettings implements WebMvcConfigurer {
  @Override
  public void addCorsMappings(CorsRegistry registry) {
    registry.addMapping("/api/**").allowedOrigins("https://shop.acme.com"); // ok: cors-misconfiguration
    registry.addMapping("/open/**").allowedOrigins("*"); // expect: cors-misconfiguration
  }

  public CorsConfiguration configuration() {
    CorsConfiguration configuration = new CorsConfiguration();
    configuration.addAllowedOrigin("https://shop.acme.com"); // ok: cors-misconfiguration
    configuration.addAllowedOriginPattern("*"); // expect: cors-misconfiguration
    return configuration;
  }

  public void reflect(HttpServletRequest request, HttpServletResponse response) {
    String origin = request.getHeader("Origin");
    response.setHeader("Access-Control-Allow-Origin", origin); // expect: cors-misconfiguration
    if ("https://shop.acme.com".equals(origin)) {
      response.setHeader("Access-Control-Allow-Origin", origin); // ok: cors-misconfiguration
    }
  }
}
