package com.acme.clients;

import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Set;
import javax.imageio.ImageIO;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.jsoup.Jsoup;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.util.UriComponentsBuilder;
import reactor.core.publisher.Mono;

@RestController
@RequestMapping("/fetch")
public class HttpFetchers {
  private static final Set<String> HOSTS = Set.of("img.acme.com", "cdn.acme.com");
  private static final Map<String, String> UPSTREAMS = Map.of("eu", "https://eu.acme.com", "us", "https://us.acme.com");
  private final RestTemplate rest = new RestTemplate();
  private final OkHttpClient ok = new OkHttpClient();
  private final WebClient web = WebClient.create("https://api.acme.com");
  private final RestClient client = RestClient.create();

  @GetMapping("/a")
  String a(@RequestParam String url) {
    return rest.getForObject(url, String.class); // expect: ssrf
  }

  @GetMapping("/b")
  String b(@RequestParam String id) {
    return rest.getForObject("https://api.acme.com/items/{id}", String.class, id); // ok: ssrf
  }

  @GetMapping("/c")
  ResponseEntity<byte[]> c(@RequestParam String host) {
    URI uri = UriComponentsBuilder.newInstance().scheme("https").host(host).path("/health").build().toUri();
    return rest.getForEntity(uri, byte[].class); // expect: ssrf
  }

  @GetMapping("/d")
  ResponseEntity<byte[]> d(@RequestParam String q) {
    URI uri = UriComponentsBuilder.fromHttpUrl("https://api.acme.com/search").queryParam("q", q).build().encode().toUri();
    return rest.getForEntity(uri, byte[].class); // ok: ssrf
  }

  @GetMapping("/e")
  Mono<String> e(@RequestParam String path) {
    return web.get().uri("/v1/{p}", path).retrieve().bodyToMono(String.class); // ok: ssrf
  }

  @GetMapping("/f")
  Mono<String> f(@RequestParam String target) {
    return WebClient.builder().baseUrl(target).build().get().retrieve().bodyToMono(String.class); // expect: ssrf
  }

  @GetMapping("/g")
  String g(@RequestParam String region) {
    String base = UPSTREAMS.get(region);
    return client.get().uri(base + "/status").retrieve().body(String.class); // ok: ssrf
  }

  @GetMapping("/h")
  int h(@RequestParam String u) throws Exception {
    URL url = new URL(u);
    if (!HOSTS.contains(url.getHost())) {
      throw new IllegalArgumentException("host");
    }
    HttpURLConnection con = (HttpURLConnection) url.openConnection(); // ok: ssrf
    return con.getInputStream().readAllBytes().length;
  }

  @GetMapping("/i")
  String i(@RequestParam String u) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(u)).GET().build(); // expect: ssrf
    HttpClient jdk = HttpClient.newHttpClient();
    return jdk.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  @GetMapping("/j")
  String j(@RequestParam String u) throws Exception {
    try (CloseableHttpClient apache = HttpClients.createDefault()) {
      return apache.execute(new HttpGet(u), r -> r.getCode() + ""); // expect: ssrf
    }
  }

  @GetMapping("/k")
  String k(@RequestParam String u) throws Exception {
    Request request = new Request.Builder().url(u).build(); // expect: ssrf
    return ok.newCall(request).execute().body().string();
  }

  @GetMapping("/l")
  Object l(@RequestParam String u, @RequestParam int port) throws Exception {
    ImageIO.read(new URL(u)); // expect: ssrf
    Jsoup.connect(u).get(); // expect: ssrf
    InputStream in = new URL("http://localhost:" + port + "/status").openStream(); // ok: ssrf
    return in;
  }

  @GetMapping("/m")
  String m(@RequestParam String u) {
    if (!u.startsWith("https://img.acme.com/")) {
      return "no";
    }
    return rest.getForObject(u, String.class); // ok: ssrf
  }

  @GetMapping("/n")
  String n(@RequestParam String u) {
    if (!u.startsWith("https://img.acme.com")) {
      return "no";
    }
    return rest.getForObject(u, String.class); // expect: ssrf
  }
}
