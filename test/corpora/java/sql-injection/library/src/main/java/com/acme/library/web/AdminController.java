package com.acme.library.web;

import com.acme.library.repo.BookRepository;
import com.acme.library.service.BookService;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.InputStreamResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.UrlResource;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.util.StringUtils;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.util.UriComponentsBuilder;

@Controller
@RequestMapping("/admin")
public class AdminController {
    @Autowired private BookService service;
    @Autowired private BookRepository repo;
    @Autowired private RestTemplate rest;
    @Value("${covers.dir:/var/covers}") private String coverDir;

    @PostMapping("/purge")
    @ResponseBody
    public int purge(@RequestBody List<String> isbns) {
        return service.purge(isbns);
    }

    @GetMapping("/publishers/{name}/count")
    @ResponseBody
    public int count(@PathVariable("name") String name) {
        return repo.countByPublisher(name) + repo.countByPublisherSafe(name);
    }

    @PostMapping("/covers")
    public String upload(@RequestParam("file") MultipartFile file) throws IOException {
        Path target = Paths.get(coverDir).resolve(file.getOriginalFilename());
        Files.copy(file.getInputStream(), target, StandardCopyOption.REPLACE_EXISTING); // expect: path-traversal
        return "redirect:/admin/covers"; // ok: open-redirect
    }

    @PostMapping("/covers2")
    public String upload2(@RequestParam("file") MultipartFile file) throws IOException {
        String name = Path.of(file.getOriginalFilename()).getFileName().toString();
        file.transferTo(new File(coverDir, name)); // ok: path-traversal
        return "covers";
    }

    @PostMapping("/covers3")
    public String upload3(MultipartFile file) throws IOException {
        String name = StringUtils.cleanPath(file.getOriginalFilename());
        if (name.contains("..")) {
            throw new IllegalArgumentException("bad name");
        }
        Path base = Paths.get(coverDir).toAbsolutePath().normalize();
        Path target = base.resolve(name).normalize();
        if (!target.startsWith(base)) throw new IllegalArgumentException("outside");
        file.transferTo(target); // ok: path-traversal
        return "covers";
    }

    @GetMapping("/covers/{name:.+}")
    public ResponseEntity<Resource> cover(@PathVariable String name) throws IOException {
        Resource resource = new FileSystemResource(coverDir + "/" + name); // expect: path-traversal
        return ResponseEntity.ok(resource);
    }

    @GetMapping("/logs")
    public ResponseEntity<InputStreamResource> logs(@RequestParam String file) throws IOException {
        return ResponseEntity.ok(new InputStreamResource(new FileInputStream("/var/log/" + file))); // expect: path-traversal
    }

    @GetMapping("/fetch")
    @ResponseBody
    public String fetch(@RequestParam String url) {
        return rest.getForObject(url, String.class); // expect: ssrf
    }

    @GetMapping("/isbn")
    @ResponseBody
    public String isbn(@RequestParam String isbn) {
        return rest.getForObject("https://isbn.example.org/lookup?isbn={isbn}", String.class, isbn); // ok: ssrf
    }

    @GetMapping("/isbn2")
    @ResponseBody
    public String isbn2(@RequestParam String host, @RequestParam String isbn) {
        String address = UriComponentsBuilder.newInstance().scheme("https").host(host).path("/lookup").queryParam("isbn", isbn).toUriString();
        return rest.getForEntity(address, String.class).getBody(); // expect: ssrf
    }

    @GetMapping("/isbn3")
    @ResponseBody
    public String isbn3(@RequestParam String isbn) {
        var uri = UriComponentsBuilder.fromHttpUrl("https://isbn.example.org/lookup").queryParam("isbn", isbn).build().toUri();
        return rest.exchange(uri, org.springframework.http.HttpMethod.GET, null, String.class).getBody(); // ok: ssrf
    }

    @GetMapping("/remote")
    public ResponseEntity<Resource> remote(@RequestParam String location) throws IOException {
        return ResponseEntity.ok(new UrlResource(location)); // expect: ssrf
    }

    @PostMapping("/backup")
    @ResponseBody
    public String backup(@RequestBody Map<String, String> body) throws IOException {
        String target = body.getOrDefault("target", "daily");
        Process p = Runtime.getRuntime().exec(new String[] {"/bin/sh", "-c", "tar czf /backup/" + target + ".tgz /data"}); // expect: command-injection
        return "pid " + p.pid();
    }

    @PostMapping("/backup2")
    @ResponseBody
    public String backup2(@RequestParam String kind) throws IOException {
        String target = switch (kind) {
            case "daily", "weekly" -> kind;
            default -> "other";
        };
        Process p = new ProcessBuilder("sh", "-c", "tar czf /backup/" + target + ".tgz /data").start(); // ok: command-injection
        return "pid " + p.pid();
    }
}
