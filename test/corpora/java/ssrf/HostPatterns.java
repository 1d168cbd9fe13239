import java.io.IOException;
import java.net.URI;
import java.util.regex.Pattern;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestTemplate;

/** Addresses that are held to a pattern before they are asked for. */
@RestController
public class HostPatterns {
    private static final Pattern FEEDS = Pattern.compile("^https://(?:feeds|news)\\.example\\.com/");
    private final RestTemplate client = new RestTemplate();

    @GetMapping("/feed")
    String feed(@RequestParam String address) {
        if (!FEEDS.matcher(address).find()) throw new IllegalArgumentException();
        return client.getForObject(address, String.class); // ok: ssrf
    }

    @GetMapping("/picture")
    String picture(@RequestParam String address) {
        if (address.matches("https://pictures\\.example\\.com/.*"))
            return client.getForObject(address, String.class); // ok: ssrf
        if (address.matches("https://.*\\.example\\.com/.*"))
            return client.getForObject(address, String.class); // expect: ssrf
        return "";
    }
}
