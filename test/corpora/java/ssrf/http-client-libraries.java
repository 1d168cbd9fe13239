package previews;

import com.zaxxer.hikari.HikariConfig;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Map;
import javax.servlet.http.HttpServletRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequests;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.fluent.Request;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.http.client.HttpClient;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.impl.client.HttpClients;
import org.springframework.http.RequestEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;

@RestController
class Previews {
  private final RestTemplate client = new RestTemplate();

  @GetMapping("/preview")
  void preview(@RequestParam String site) throws Exception {
    Request.get(site).execute(); // expect: ssrf
    SimpleHttpRequests.get(site); // expect: ssrf
    SimpleRequestBuilder.post().setUri(site).build(); // expect: ssrf
    ClassicRequestBuilder.get(URI.create(site)).build(); // expect: ssrf
    new BasicClassicHttpRequest("GET", URI.create(site)); // expect: ssrf
    SimpleRequestBuilder.get("https://cards.example.com/").addParameter("of", site).build(); // ok: ssrf
    WebClient.builder().defaultHeader("User-Agent", "previews").baseUrl(site).build(); // expect: ssrf
  }

  @GetMapping("/host")
  void host(HttpServletRequest request) throws Exception {
    HttpClient http = HttpClients.createDefault();
    org.apache.http.HttpHost chosen = new org.apache.http.HttpHost(request.getParameter("host"));
    http.execute(chosen, new HttpGet("/")); // expect: ssrf
    org.apache.http.HttpHost own = new org.apache.http.HttpHost("cards.example.com");
    http.execute(own, new HttpGet("/")); // ok: ssrf
    HttpHost other = new HttpHost(request.getParameter("host"));
    SimpleHttpRequests.get(other, "/card"); // expect: ssrf
  }

  @GetMapping("/templates")
  void templates(@RequestParam String shop, @RequestParam String article) {
    client.getForObject("https://{shop}/api", String.class, shop); // expect: ssrf
    client.getForObject("https://cards.example.com/{article}", String.class, article); // ok: ssrf
    client.getForObject("https://{shop}/api/{article}", String.class, "cards.example.com", article); // ok: ssrf
    client.delete("{scheme}://{shop}/api", "https", shop); // expect: ssrf
    client.getForObject("https://{shop}/api", String.class, Map.of("shop", shop)); // expect: ssrf
    client.getForObject("https://{shop}/{article}", String.class, Map.of("shop", "cards.example.com", "article", article)); // ok: ssrf
  }

  @PostMapping("/entity")
  void entity(@RequestBody String text, @RequestParam String hook) {
    RequestEntity<String> own = RequestEntity.post(URI.create("https://hooks.example.com/")).body(text);
    client.exchange(own, String.class); // ok: ssrf
    RequestEntity<String> theirs = RequestEntity.post(URI.create(hook)).body(text); // expect: ssrf
    client.exchange(theirs, String.class);
  }

  @PostMapping("/plugins")
  void plugins(@RequestParam String repository) throws Exception {
    new URLClassLoader(new URL[] {new URL(repository)}); // expect: ssrf
    HikariConfig pool = new HikariConfig();
    pool.setJdbcUrl(repository); // expect: ssrf
    pool.setJdbcUrl("jdbc:postgresql://db.example.com/" + repository); // ok: ssrf
  }
}
