package com.acme.shop.service;

import com.acme.shop.data.*;
import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Service;
import org.springframework.util.StringUtils;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.multipart.MultipartFile;

interface Searcher {
    List<?> search(String q, String sort);
}

@Service
class OrderService implements Searcher {
    private final OrderRepository repo;
    private final RestTemplate rest = new RestTemplate();

    OrderService(OrderRepository repo) {
        this.repo = repo;
    }

    @Override
    public List<?> search(String q, String sort) {
        repo.searchSafely(q);
        repo.search(q, sort);
        return repo.sorted(Sorting.of(sort).orElse("id"));
    }

    public List<?> filter(OrderFilter f) {
        repo.close(f);
        return repo.filter(f);
    }

    public Object byId(long id) {
        return repo.byId(id);
    }

    public String ping(String host, int port) {
        rest.getForObject("https://internal.example.com:" + port + "/ping", String.class); // ok: ssrf
        rest.getForObject("https://internal.example.com/{h}", String.class, host); // ok: ssrf
        return rest.getForObject("http://" + host + ":" + port + "/ping", String.class); // expect: ssrf
    }
}

final class Sorting {
    static Optional<String> of(String s) {
        return Optional.ofNullable(s).map(String::trim).filter(x -> !x.isEmpty());
    }
}

@Service
class ExportService {
    private final ExecutorService pool = Executors.newFixedThreadPool(2);
    private final Map<String, Consumer<String>> actions = new HashMap<>();

    ExportService() {
        actions.put("zip", this::zip);
    }

    void export(String name, int count) throws IOException {
        pool.submit(() -> run("export.sh " + name));
        pool.submit(() -> run("count.sh " + count));
        CompletableFuture.supplyAsync(() -> "tar " + name).thenApply(String::trim).thenAccept(this::run);
        actions.get("zip").accept(name);
    }

    private Process run(String line) {
        try {
            return Runtime.getRuntime().exec(line); // expect: command-injection
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void zip(String name) {
        try {
            new ProcessBuilder("sh", "-c", "zip out.zip " + name).start(); // expect: command-injection
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void keep(MultipartFile file) throws IOException {
        file.transferTo(Path.of("/srv/up", file.getOriginalFilename())); // expect: path-traversal
        file.transferTo(Path.of("/srv/up", UUID.randomUUID() + "." + StringUtils.getFilenameExtension(file.getOriginalFilename()))); // ok: path-traversal
        String clean = Path.of(file.getOriginalFilename()).getFileName().toString();
        Files.copy(file.getInputStream(), Path.of("/srv/up").resolve(clean), StandardCopyOption.REPLACE_EXISTING); // ok: path-traversal
    }
}
