package com.acme.web;

import com.acme.data.UserRepository;
import com.acme.data.UserDao;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.UrlResource;
import org.springframework.expression.ExpressionParser;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.view.RedirectView;
import org.springframework.web.util.HtmlUtils;
import org.springframework.web.util.UriComponentsBuilder;

import java.io.File;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

@RestController
@RequestMapping("/users")
public class UserController {
    private static final Logger log = LoggerFactory.getLogger(UserController.class);
    private static final Set<String> HOSTS = Set.of("a.example.com", "b.example.com");
    private final UserDao dao;
    private final RestTemplate rest = new RestTemplate();
    private final WebClient web;

    public UserController(UserDao dao, WebClient.Builder builder) {
        this.dao = dao;
        this.web = builder.build();
    }

    public record Search(String name, String order, int limit) {}

    @PostMapping("/search")
    public List<Map<String, Object>> search(@RequestBody Search search) {
        return dao.search(search.name(), search.order(), search.limit());
    }

    @GetMapping("/{id}")
    public Object one(@PathVariable long id, @RequestParam Optional<String> fields) {
        return dao.byId(id, fields.orElse("*"));
    }

    @GetMapping(value = "/hello", produces = MediaType.TEXT_HTML_VALUE)
    public String hello(@RequestParam String name) {
        return "<h1>Hello " + name + "</h1>"; // expect: xss
    }

    @GetMapping(value = "/hello2", produces = "text/html")
    public String hello2(@RequestParam String name) {
        return "<h1>Hello " + HtmlUtils.htmlEscape(name) + "</h1>"; // ok: xss
    }

    @GetMapping(value = "/hello3")
    public ResponseEntity<Map<String, String>> hello3(@RequestParam String name) {
        return ResponseEntity.ok(Map.of("name", name)); // ok: xss
    }

    @GetMapping("/file/{name}")
    public ResponseEntity<Resource> file(@PathVariable String name) throws IOException {
        Path root = Paths.get("/srv/files").toAbsolutePath().normalize();
        Path target = root.resolve(name).normalize();
        if (!target.startsWith(root)) {
            return ResponseEntity.badRequest().build();
        }
        return ResponseEntity.ok(new UrlResource(target.toUri())); // ok: path-traversal
    }

    @GetMapping("/file2")
    public Resource file2(@RequestParam String name) {
        return new FileSystemResource("/srv/files/" + name); // expect: path-traversal
    }

    @PostMapping("/upload")
    public void upload(@RequestParam("file") MultipartFile file) throws IOException {
        file.transferTo(new File("/srv/up/" + file.getOriginalFilename())); // expect: path-traversal
        Files.copy(file.getInputStream(), Path.of("/srv/up", Path.of(file.getOriginalFilename()).getFileName().toString())); // ok: path-traversal
    }

    @GetMapping("/proxy")
    public String proxy(@RequestParam String url, @RequestHeader("X-Host") String host) {
        String a = rest.getForObject(url, String.class); // expect: ssrf
        String b = rest.getForObject("https://api.example.com/{x}", String.class, url); // ok: ssrf
        String c = web.get().uri("http://" + host + "/ping").retrieve().bodyToMono(String.class).block(); // expect: ssrf
        URI uri = URI.create(url);
        if (HOSTS.contains(uri.getHost())) {
            rest.getForEntity(uri, String.class); // ok: ssrf
        }
        return String.valueOf(a.length() + b.length() + c.length());
    }

    @GetMapping("/go")
    public RedirectView go(@RequestParam String to) {
        return new RedirectView(to); // expect: open-redirect
    }

    @GetMapping("/go2")
    public ResponseEntity<Void> go2(@RequestParam String to) {
        return ResponseEntity.status(HttpStatus.FOUND).location(URI.create(to)).build(); // expect: open-redirect
    }

    @GetMapping("/go3")
    public ModelAndView go3(@RequestParam String id) {
        return new ModelAndView("redirect:/users/" + Long.parseLong(id)); // ok: open-redirect
    }

    @GetMapping("/spel")
    public Object spel(@RequestParam String e) {
        ExpressionParser parser = new SpelExpressionParser();
        return parser.parseExpression(e).getValue(); // expect: code-injection
    }

    @PostMapping("/login")
    public void login(@RequestParam String user, HttpServletRequest request, HttpServletResponse response, HttpSession session) throws Exception {
        log.info("login of {}", user); // expect: log-injection
        log.info("login of {}", user.replaceAll("[\r\n]", "_")); // ok: log-injection
        session.setAttribute("user", request.getParameter("user")); // expect: trust-boundary
        Cookie c = new Cookie("session", "x");
        response.addCookie(c); // expect: insecure-cookie
        Cookie d = new Cookie("session", "y"); // ok: insecure-cookie
        d.setSecure(true);
        d.setHttpOnly(true);
        response.addCookie(d);
        new ObjectInputStream(request.getInputStream()).readObject(); // expect: unsafe-deserialization
        Runtime.getRuntime().exec("id " + user); // expect: command-injection
        new ProcessBuilder("id", user).start(); // ok: command-injection
        new ProcessBuilder("sh", "-c", "id " + user).start(); // expect: command-injection
    }

    @ExceptionHandler(IllegalStateException.class)
    public String failed(IllegalStateException e, HttpServletRequest request) {
        log.warn("failed {}", e.getMessage()); // ok: log-injection
        return e.getMessage();
    }
}
