package shop;

import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;

class Chains {
  void oneChain(HttpSecurity http) throws Exception {
    http.logout().disable().csrf().disable(); // expect: csrf-disabled
  }

  void byReference(HttpSecurity http) throws Exception {
    http.csrf(AbstractHttpConfigurer::disable); // expect: csrf-disabled
  }

  void others(HttpSecurity http) throws Exception {
    http.cors(AbstractHttpConfigurer::disable); // ok: csrf-disabled
    http.httpBasic(AbstractHttpConfigurer::disable); // ok: csrf-disabled
    http.cors(cors -> cors.disable()); // ok: csrf-disabled
  }
}
