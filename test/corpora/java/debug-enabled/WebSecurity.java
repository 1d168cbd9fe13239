package com.acme.security;

import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configuration.WebSecurityCustomizer;

@EnableWebSecurity(debug = true) // expect: debug-enabled
public class WebSecurity {
  public WebSecurityCustomizer verbose() {
    return web -> web.ignoring();
  }

  public void configure(org.springframework.security.config.annotation.web.builders.WebSecurity web) {
    web.debug(true); // expect: debug-enabled
    web.debug(false); // ok: debug-enabled
  }

  @EnableWebSecurity(debug = false) // ok: debug-enabled
  static class Quiet {}
}
