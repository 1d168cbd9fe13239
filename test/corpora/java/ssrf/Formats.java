package com.acme.formats;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestTemplate;

@RestController
class Formats {
    private final RestTemplate rest = new RestTemplate();

    @Value("${users.url}")
    private String url;

    @GetMapping("/users/{id}")
    Object user(@PathVariable String id) {
        rest.getForObject(String.format("%s/users/%s", url, id), String.class); // ok: ssrf
        rest.getForObject("%s/users?id=%s".formatted(url, id), String.class); // ok: ssrf
        rest.getForObject(String.format("%s%s", url, id), String.class); // expect: ssrf
        return rest.getForObject(String.format("%s/users/%s", id, url), Integer.class); // expect: ssrf
    }
}
