package net;

import java.io.*;
import java.net.*;
import java.net.http.*;
import java.util.*;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.impl.client.HttpClients;
import org.jsoup.Jsoup;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;

@RestController
public class Fetchers {
    private static final List<String> HOSTS = Arrays.asList("a.example.com", "b.example.com");
    private final RestTemplate rest = new RestTemplate();

    @GetMapping("/a")
    public String a(@RequestParam String url) throws Exception {
        URLConnection c = new URL(url).openConnection(); // expect: ssrf
        return "" + c.getInputStream().readAllBytes().length;
    }

    @GetMapping("/b")
    public String b(@RequestParam String url) {
        return rest.getForObject(url, String.class); // expect: ssrf
    }

    @GetMapping("/c")
    public String c(@RequestParam String id) {
        return rest.getForObject("https://api.example.com/u/{id}", String.class, id); // ok: ssrf
    }

    @GetMapping("/d")
    public String d(@RequestParam String url) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build(); // expect: ssrf
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    @GetMapping("/e")
    public void e(@RequestParam String url) throws Exception {
        HttpClients.createDefault().execute(new HttpGet(url)); // expect: ssrf
        Jsoup.connect(url).get(); // expect: ssrf
    }

    @GetMapping("/f")
    public String f(@RequestParam String url) throws Exception {
        URI uri = new URI(url);
        if (!HOSTS.contains(uri.getHost())) {
            throw new SecurityException("host");
        }
        return rest.getForObject(uri, String.class); // ok: ssrf
    }

    @GetMapping("/g")
    public void g(@RequestParam String host, @RequestParam int port) throws Exception {
        new Socket(host, port); // expect: ssrf
        new Socket("localhost", port); // ok: ssrf
    }

    @GetMapping("/h")
    public void h(@RequestParam String path) throws Exception {
        new URL("https://cdn.example.com/" + path).openStream(); // ok: ssrf
        WebClient.create().get().uri("https://" + path + "/x").retrieve(); // expect: ssrf
    }

    @GetMapping("/i")
    public void i(@RequestParam String url) throws Exception {
        Request request = new Request.Builder().url(url).build(); // expect: ssrf
        new OkHttpClient().newCall(request).execute();
    }
}
