import javax.servlet.http.*;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.servlet.config.annotation.*;

@RestController
@CrossOrigin(origins = "https://app.example.com") // ok: cors-misconfiguration
public class Cors implements WebMvcConfigurer {
    @Override
    public void addCorsMappings(CorsRegistry registry) {
        registry.addMapping("/a/**").allowedOriginPatterns("*").allowCredentials(true); // expect: cors-misconfiguration
        registry.addMapping("/b/**").allowedOrigins("https://app.example.com").allowCredentials(true); // ok: cors-misconfiguration
    }

    void filter(HttpServletRequest req, HttpServletResponse resp) {
        resp.setHeader("Access-Control-Allow-Origin", req.getHeader("Origin")); // expect: cors-misconfiguration
        resp.setHeader("Access-Control-Allow-Credentials", "true");
    }
}
