package setup;

import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.jsontype.BasicPolymorphicTypeValidator;
import com.thoughtworks.xstream.XStream;
import freemarker.template.Configuration;
import freemarker.template.Template;
import io.jsonwebtoken.Claims;
import io.jsonwebtoken.Jwts;
import java.io.StringReader;
import java.io.StringWriter;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.apache.commons.text.StringEscapeUtils;
import org.apache.velocity.VelocityContext;
import org.apache.velocity.app.Velocity;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.http.ResponseCookie;
import org.springframework.http.ResponseEntity;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.NoOpPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.servlet.config.annotation.CorsRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

class Chains implements WebMvcConfigurer {
    @Bean
    SecurityFilterChain web(HttpSecurity http) throws Exception {
        return http.authorizeHttpRequests(a -> a.anyRequest().authenticated()).csrf(AbstractHttpConfigurer::disable).formLogin(f -> {}).build(); // expect: csrf-disabled
    }

    @Bean
    SecurityFilterChain api(HttpSecurity http) throws Exception {
        http.sessionManagement(s -> s.sessionCreationPolicy(SessionCreationPolicy.STATELESS));
        http.oauth2ResourceServer(o -> o.jwt(j -> {}));
        return http.build();
    }

    @Bean
    PasswordEncoder encoder() {
        return new BCryptPasswordEncoder(12); // ok: weak-hash
    }

    @Bean
    PasswordEncoder legacy() {
        return NoOpPasswordEncoder.getInstance(); // expect: weak-hash
    }

    @Override
    public void addCorsMappings(CorsRegistry registry) {
        registry.addMapping("/public/**").allowedOrigins("*").allowedMethods("GET"); // expect: cors-misconfiguration
        registry.addMapping("/api/**").allowedOriginPatterns("*").allowCredentials(true); // expect: cors-misconfiguration
        registry.addMapping("/app/**").allowedOrigins("https://app.example.org").allowCredentials(true); // ok: cors-misconfiguration
    }
}

@RestController
class Parsers {
    private final ObjectMapper plain = new ObjectMapper();
    private final PublicKey key;

    Parsers(PublicKey key) {
        this.key = key;
    }

    @PostMapping("/json")
    Object json(@RequestBody String body) throws Exception {
        ObjectMapper open = new ObjectMapper();
        open.enableDefaultTyping(); // expect: unsafe-deserialization
        plain.readValue(body, Map.class); // ok: unsafe-deserialization
        return open;
    }

    @PostMapping("/yaml")
    Object yaml(@RequestBody String body) {
        new Yaml(new SafeConstructor(new LoaderOptions())).load(body); // ok: unsafe-deserialization
        return new Yaml(new org.yaml.snakeyaml.constructor.Constructor(Object.class, new LoaderOptions())).load(body); // expect: unsafe-deserialization
    }

    @PostMapping("/xml")
    Object xml(@RequestBody String body) {
        XStream x = new XStream();
        x.allowTypes(new Class[] {String.class});
        x.fromXML(body); // ok: unsafe-deserialization
        return new XStream().fromXML(body); // expect: unsafe-deserialization
    }

    @PostMapping("/render")
    String render(@RequestParam String tpl, @RequestParam String name) throws Exception {
        StringWriter out = new StringWriter();
        new Template("t", new StringReader(tpl), new Configuration(Configuration.VERSION_2_3_32)).process(Map.of("n", name), out); // expect: template-injection
        VelocityContext ctx = new VelocityContext();
        ctx.put("name", name);
        Velocity.evaluate(ctx, out, "t", "Hello $name"); // ok: template-injection
        Velocity.evaluate(ctx, out, "t", "Hello " + name); // expect: template-injection
        return out.toString();
    }

    @GetMapping("/me")
    Object me(@RequestHeader("Authorization") String header) {
        String token = header.substring(7);
        Claims good = Jwts.parser().verifyWith(key).build().parseSignedClaims(token).getPayload(); // ok: jwt-misuse
        JWT.require(Algorithm.none()).build().verify(token); // expect: jwt-misuse
        return good;
    }

    @GetMapping("/cookie")
    ResponseEntity<Void> cookie() {
        ResponseCookie good = ResponseCookie.from("sid", "x").httpOnly(true).secure(true).sameSite("Lax").build(); // ok: insecure-cookie
        ResponseCookie bad = ResponseCookie.from("sid", "x").secure(false).build(); // expect: insecure-cookie
        return ResponseEntity.noContent().header("Set-Cookie", good.toString()).header("Set-Cookie", bad.toString()).build();
    }

    @GetMapping(value = "/html", produces = "text/html;charset=UTF-8")
    @ResponseBody
    ResponseEntity<String> html(@RequestParam String a, @RequestParam Integer b) {
        if (b != null) {
            return ResponseEntity.ok("<p>" + b + "</p>"); // ok: xss
        }
        String clean = StringEscapeUtils.escapeHtml4(a);
        if (clean.isEmpty()) {
            return ResponseEntity.badRequest().body("<p>" + a + "</p>"); // expect: xss
        }
        return ResponseEntity.ok("<p>" + clean + "</p>"); // ok: xss
    }

    @GetMapping("/fragment")
    String fragment(@RequestParam String section, Model model) {
        model.addAttribute("section", section);
        return "welcome"; // ok: template-injection
    }
}

class Trust {
    SSLContext all() throws Exception {
        TrustManager[] managers = {
            new X509TrustManager() {
                @Override public void checkClientTrusted(X509Certificate[] c, String a) {}
                @Override public void checkServerTrusted(X509Certificate[] c, String a) {} // expect: tls-verification-disabled
                @Override public X509Certificate[] getAcceptedIssuers() { return new X509Certificate[0]; }
            }
        };
        SSLContext context = SSLContext.getInstance("TLSv1.2"); // ok: tls-verification-disabled
        context.init(null, managers, null);
        SSLContext old = SSLContext.getInstance("SSLv3"); // expect: weak-cipher
        KeyPairGenerator g = KeyPairGenerator.getInstance("RSA");
        g.initialize(1024); // expect: weak-cipher
        KeyPairGenerator h = KeyPairGenerator.getInstance("RSA");
        h.initialize(3072); // ok: weak-cipher
        return context;
    }
}
