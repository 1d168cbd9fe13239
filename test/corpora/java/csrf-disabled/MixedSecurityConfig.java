import org.springframework.context.annotation.*;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.web.SecurityFilterChain;

@Configuration
public class MixedSecurityConfig {
    @Bean
    SecurityFilterChain a(HttpSecurity http) throws Exception {
        http.csrf().disable(); // expect: csrf-disabled
        return http.build();
    }

    @Bean
    SecurityFilterChain b(HttpSecurity http) throws Exception {
        return http.csrf(csrf -> csrf.disable()).build(); // expect: csrf-disabled
    }

    @Bean
    SecurityFilterChain c(HttpSecurity http) throws Exception {
        return http.csrf(AbstractHttpConfigurer::disable).build(); // expect: csrf-disabled
    }

    @Bean
    SecurityFilterChain d(HttpSecurity http) throws Exception {
        return http.csrf(org.springframework.security.config.Customizer.withDefaults()).build(); // ok: csrf-disabled
    }
}
