package com.shop.net;

import java.io.IOException;
import java.io.InputStream;
import java.net.*;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.client.utils.URIBuilder;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.util.UriComponentsBuilder;
import org.jsoup.Jsoup;
import reactor.core.publisher.Mono;

@RestController
public class Proxies {
    private static final Set<String> HOSTS = Set.of("api.example.com", "cdn.example.com");
    private static final Map<String, String> BACKENDS = Map.of("eu", "https://eu.example.com", "us", "https://us.example.com");
    private final RestTemplate rest = new RestTemplate();
    private final WebClient web;
    private final OkHttpClient ok = new OkHttpClient();
    private final HttpClient http = HttpClient.newHttpClient();

    public Proxies(WebClient.Builder builder) {
        this.web = builder.baseUrl("https://api.example.com").build();
    }

    @GetMapping("/rest")
    public String rest(@RequestParam String url) {
        return rest.getForObject(url, byte[].class).toString(); // expect: ssrf
    }

    @GetMapping("/rest-template-variable")
    public Object restVariable(@RequestParam String id) {
        return rest.getForObject("https://api.example.com/items/{id}", Map.class, id); // ok: ssrf
    }

    @GetMapping("/rest-fixed")
    public Object restFixed(@RequestParam String id) {
        return rest.getForObject("https://api.example.com/items/" + id, Map.class); // ok: ssrf
    }

    @GetMapping("/rest-host")
    public Object restHost(@RequestParam String region) {
        return rest.getForObject("https://" + region + ".example.com/items", Map.class); // expect: ssrf
    }

    @GetMapping("/builder")
    public Object builder(@RequestParam String host, @RequestParam String q) {
        URI uri = UriComponentsBuilder.newInstance().scheme("http").host(host).path("/search").queryParam("q", q).build().toUri();
        return rest.getForObject(uri, Map.class); // expect: ssrf
    }

    @GetMapping("/builder-query")
    public Object builderQuery(@RequestParam String q) {
        URI uri = UriComponentsBuilder.fromHttpUrl("https://api.example.com/search").queryParam("q", q).build().toUri();
        return rest.getForObject(uri, Map.class); // ok: ssrf
    }

    @GetMapping("/web")
    public Mono<Map> web(@RequestParam String path) {
        return web.get().uri("/items/{p}", path).retrieve().bodyToMono(Map.class); // ok: ssrf
    }

    @GetMapping("/web-absolute")
    public Mono<Map> webAbsolute(@RequestParam String target) {
        return WebClient.create().get().uri(target).retrieve().bodyToMono(Map.class); // expect: ssrf
    }

    @GetMapping("/java")
    public int java(@RequestParam String callback) throws Exception {
        HttpRequest request = HttpRequest.newBuilder().uri(URI.create(callback)).GET().build(); // expect: ssrf
        return http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
    }

    @GetMapping("/java-allowed")
    public int javaAllowed(@RequestParam String callback) throws Exception {
        URI uri = new URI(callback);
        if (!HOSTS.contains(uri.getHost())) {
            throw new IllegalArgumentException("host");
        }
        HttpRequest request = HttpRequest.newBuilder(uri).GET().build(); // ok: ssrf
        return http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
    }

    @GetMapping("/backend")
    public Object backend(@RequestParam String region) {
        String base = BACKENDS.get(region);
        if (base == null) throw new IllegalArgumentException();
        return rest.getForObject(base + "/status", Map.class); // ok: ssrf
    }

    @GetMapping("/okhttp")
    public int okhttp(@RequestParam String image) throws IOException {
        Request request = new Request.Builder().url(image).build(); // expect: ssrf
        return ok.newCall(request).execute().code();
    }

    @GetMapping("/okhttp-built")
    public int okhttpBuilt(@RequestParam String q) throws IOException {
        HttpUrl url = new HttpUrl.Builder().scheme("https").host("api.example.com").addPathSegment("find").addQueryParameter("q", q).build();
        return ok.newCall(new Request.Builder().url(url).build()).execute().code(); // ok: ssrf
    }

    @PostMapping("/apache")
    public int apache(@RequestBody Map<String, String> body) throws Exception {
        try (CloseableHttpClient client = HttpClients.createDefault()) {
            HttpPost post = new HttpPost(body.get("webhook")); // expect: ssrf
            client.execute(new HttpGet(new URIBuilder("https://api.example.com").addParameter("q", body.get("q")).build())); // ok: ssrf
            return client.execute(post).getStatusLine().getStatusCode();
        }
    }

    @GetMapping("/url")
    public String url(@RequestParam("u") String u) throws IOException {
        URL target = new URL(u);
        try (InputStream in = target.openStream()) { // expect: ssrf
            return String.valueOf(in.readAllBytes().length);
        }
    }

    @GetMapping("/jsoup")
    public String title(@RequestParam String page) throws IOException {
        return Integer.toString(Jsoup.connect(page).get().title().length()); // expect: ssrf
    }

    @GetMapping("/socket")
    public boolean ping(@RequestParam String host, @RequestParam int port) throws IOException {
        try (Socket s = new Socket(host, port)) { // expect: ssrf
            return s.isConnected();
        }
    }
}
