package com.acme.preview;

import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Set;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;

@RestController
public class PreviewController {
  private static final Set<String> FEEDS = Set.of("https://news.example.com/rss", "https://blog.example.com/rss");
  private final RestTemplate rest = new RestTemplate();
  private final WebClient weather = WebClient.create("https://weather.example.com");

  @GetMapping("/preview")
  public String preview(@RequestParam String url, @RequestParam String city) throws Exception {
    HttpURLConnection connection = (HttpURLConnection) new URL(url).openConnection(); // expect: ssrf
    connection.getInputStream().close(); // ok: ssrf
    InputStream stream = new URL("https://static.example.com/" + city).openStream(); // ok: ssrf
    stream.close();

    rest.getForObject(url, String.class); // expect: ssrf
    rest.getForObject("https://weather.example.com/v1/{city}", String.class, city); // ok: ssrf
    rest.getForObject("http://" + city + ".internal/status", String.class); // expect: ssrf

    HttpRequest request = HttpRequest.newBuilder().uri(URI.create(url)).GET().build(); // expect: ssrf
    HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    HttpRequest own = HttpRequest.newBuilder(URI.create("https://weather.example.com/?q=" + city)).build(); // ok: ssrf
    HttpClient.newHttpClient().send(own, HttpResponse.BodyHandlers.ofString());

    try (CloseableHttpClient client = HttpClients.createDefault()) {
      client.execute(new HttpGet(url)); // expect: ssrf
    }
    new OkHttpClient().newCall(new Request.Builder().url(url).build()).execute(); // expect: ssrf
    weather.get().uri("/today?city=" + city).retrieve(); // ok: ssrf

    if (FEEDS.contains(url)) {
      return rest.getForObject(url, String.class); // ok: ssrf
    }
    return "";
  }

  @GetMapping("/mirror")
  public int mirror(@RequestParam String address) throws Exception {
    if (!address.startsWith("https://mirror.example.com/")) {
      throw new IllegalArgumentException("not ours");
    }
    return ((HttpURLConnection) new URL(address).openConnection()).getResponseCode(); // ok: ssrf
  }
}
