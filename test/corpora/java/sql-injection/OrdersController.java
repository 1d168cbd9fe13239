package shop.web;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.TypedQuery;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Pattern.Flag;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.data.domain.Sort;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.SimpleEvaluationContext;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Controller;
import org.springframework.util.StringUtils;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.view.RedirectView;
import org.springframework.web.util.HtmlUtils;
import org.springframework.web.util.UriComponentsBuilder;

enum Column { NAME, PRICE }

record Filter(String name, int min, Column order) {}

record Upload(@jakarta.validation.constraints.Pattern(regexp = "[a-z]{1,20}") String folder, String label) {}

@RestController
@RequestMapping("/orders")
class OrdersController {
    private static final Logger log = LoggerFactory.getLogger(OrdersController.class);
    private static final Set<String> TABLES = Set.of("orders", "archive");
    private static final Map<String, String> SORTS = Map.of("n", "name", "p", "price");
    private static final Path ROOT = Paths.get("/srv/orders").toAbsolutePath().normalize();
    private static final Pattern SKU = Pattern.compile("^[A-Z]{3}-\\d{4}$");

    private final JdbcTemplate jdbc;
    private final NamedParameterJdbcTemplate named;
    private final JdbcClient client;
    private final RestTemplate rest = new RestTemplate();
    @PersistenceContext private EntityManager em;

    OrdersController(JdbcTemplate jdbc, NamedParameterJdbcTemplate named, JdbcClient client) {
        this.jdbc = jdbc;
        this.named = named;
        this.client = client;
    }

    @GetMapping
    List<Map<String, Object>> list(Filter filter, @RequestParam(defaultValue = "n") String sort, @RequestParam Optional<String> q) {
        jdbc.queryForList("SELECT * FROM orders WHERE name = '" + filter.name() + "'"); // expect: sql-injection
        jdbc.queryForList("SELECT * FROM orders WHERE price > " + filter.min() + " ORDER BY " + filter.order()); // ok: sql-injection
        q.filter(s -> !s.isBlank()).ifPresent(s -> jdbc.execute("DELETE FROM search WHERE q = '" + s + "'")); // expect: sql-injection
        q.filter(s -> SKU.matcher(s).matches()).ifPresent(s -> jdbc.execute("DELETE FROM search WHERE q = '" + s + "'")); // ok: sql-injection
        q.map(Integer::parseInt).ifPresent(n -> jdbc.execute("DELETE FROM search WHERE n = " + n)); // ok: sql-injection
        String by = SORTS.getOrDefault(sort, "name");
        return jdbc.queryForList("SELECT * FROM orders ORDER BY " + by); // ok: sql-injection
    }

    @GetMapping("/{table}/count")
    Integer count(@PathVariable String table, @RequestParam String owner) {
        if (!TABLES.contains(table)) {
            throw new IllegalArgumentException("no such table");
        }
        client.sql("SELECT count(*) FROM " + table + " WHERE owner = :o").param("o", owner).query(Integer.class).single(); // ok: sql-injection
        named.queryForObject("SELECT 1 FROM " + table + " WHERE owner = :o", new MapSqlParameterSource("o", owner), Integer.class); // ok: sql-injection
        return client.sql("SELECT count(*) FROM orders WHERE owner = '%s'".formatted(owner)).query(Integer.class).single(); // expect: sql-injection
    }

    @GetMapping("/names")
    List<String> names(@RequestParam List<String> ids, @RequestParam List<Long> numbers, @RequestParam String name) {
        String in = ids.stream().map(i -> "'" + i + "'").collect(Collectors.joining(","));
        em.createNativeQuery("SELECT name FROM orders WHERE id IN (" + in + ")").getResultList(); // expect: sql-injection
        String safe = numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
        em.createNativeQuery("SELECT name FROM orders WHERE id IN (" + safe + ")").getResultList(); // ok: sql-injection
        TypedQuery<String> query = em.createQuery("select o.name from Order o where o.name = :n", String.class); // ok: sql-injection
        query.setParameter("n", name);
        Sort.by(name);
        var builder = new StringBuilder("select o.name from Order o where 1 = 1");
        if (StringUtils.hasText(name)) {
            builder.append(" and o.name like '").append(name).append("%'");
        }
        return em.createQuery(builder.toString(), String.class).getResultList(); // expect: sql-injection
    }

    @PostMapping(consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    String upload(@RequestPart MultipartFile file, @Valid @ModelAttribute Upload upload) throws IOException {
        Path target = ROOT.resolve(upload.folder()).resolve(UUID.randomUUID() + ".bin");
        file.transferTo(target); // ok: path-traversal
        Files.copy(file.getInputStream(), ROOT.resolve(file.getOriginalFilename()), StandardCopyOption.REPLACE_EXISTING); // expect: path-traversal
        Path checked = ROOT.resolve(upload.label()).normalize();
        if (!checked.startsWith(ROOT)) {
            return "no";
        }
        Files.copy(file.getInputStream(), checked); // ok: path-traversal
        file.transferTo(new File("/srv/orders", StringUtils.getFilename(file.getOriginalFilename()))); // ok: path-traversal
        return "stored";
    }

    @PostMapping("/zip")
    void unzip(@RequestParam MultipartFile zip) throws IOException {
        try (ZipInputStream in = new ZipInputStream(zip.getInputStream())) {
            for (ZipEntry e = in.getNextEntry(); e != null; e = in.getNextEntry()) {
                File out = new File(ROOT.toFile(), e.getName());
                if (!out.getCanonicalPath().startsWith(ROOT.toFile().getCanonicalPath() + File.separator)) {
                    throw new IOException("outside");
                }
                Files.copy(in, out.toPath()); // ok: path-traversal
                Files.copy(in, ROOT.resolve(e.getName())); // expect: path-traversal
            }
        }
    }

    @GetMapping("/download/{name:.+}")
    ResponseEntity<Resource> download(@PathVariable String name) {
        return ResponseEntity.ok()
            .header(HttpHeaders.CONTENT_DISPOSITION, "attachment")
            .body(new FileSystemResource("/srv/orders/" + name)); // expect: path-traversal
    }

    @GetMapping("/fetch")
    String fetch(@RequestParam String url, @RequestParam int page, @RequestParam String id) {
        rest.getForObject("https://api.example.org/orders?page=" + page, String.class); // ok: ssrf
        rest.getForObject("https://api.example.org/orders/{id}", String.class, id); // ok: ssrf
        URI uri = UriComponentsBuilder.fromUriString("https://api.example.org").pathSegment(id).build().toUri();
        rest.getForObject(uri, String.class); // ok: ssrf
        RestClient.create().get().uri(url).retrieve().body(String.class); // expect: ssrf
        WebClient.create(url).get().retrieve().bodyToMono(String.class); // expect: ssrf
        if ("partner.example.org".equals(URI.create(url).getHost())) {
            return rest.getForObject(url, String.class); // ok: ssrf
        }
        return rest.exchange(url, org.springframework.http.HttpMethod.GET, null, String.class).getBody(); // expect: ssrf
    }

    @GetMapping(value = "/page", produces = "text/html")
    String page(@RequestParam String title, @RequestHeader("User-Agent") String agent, @CookieValue int size) {
        if (size > 10) {
            return "<p>" + size + "</p>"; // ok: xss
        }
        if (title.matches("[a-z ]+")) {
            return "<h1>" + title + "</h1>"; // ok: xss
        }
        return "<h1>" + HtmlUtils.htmlEscape(title) + "</h1><i>" + agent + "</i>"; // expect: xss
    }

    @GetMapping("/calc")
    Object calc(@RequestParam String expression) {
        var parser = new SpelExpressionParser();
        parser.parseExpression("#root.total").getValue(Map.of("total", expression)); // ok: code-injection
        return parser.parseExpression(expression).getValue(); // expect: code-injection
    }

    @PostMapping("/run")
    CompletableFuture<Integer> run(@RequestBody Map<String, String> body, HttpServletResponse response) {
        Cookie cookie = new Cookie("job", UUID.randomUUID().toString());
        cookie.setHttpOnly(true);
        cookie.setSecure(true);
        response.addCookie(cookie); // ok: insecure-cookie
        response.setHeader("X-Job", body.get("job").replaceAll("[\r\n]", "")); // ok: header-injection
        return CompletableFuture.supplyAsync(() -> {
            try {
                new ProcessBuilder("run", body.get("job")).start(); // ok: command-injection
                return new ProcessBuilder("bash", "-c", "run " + body.get("job")).start().waitFor(); // expect: command-injection
            } catch (Exception e) {
                log.warn("failed", e);
                return -1;
            }
        });
    }

    @PostMapping("/reset")
    String reset(@RequestParam String user) throws Exception {
        String token = Long.toHexString(new Random().nextLong()); // expect: weak-random
        byte[] better = new byte[20];
        new SecureRandom().nextBytes(better); // ok: weak-random
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(better); // ok: weak-hash
        MessageDigest old = MessageDigest.getInstance("MD5"); // expect: weak-hash
        log.info("reset of {}", user.replaceAll("[^A-Za-z0-9]", "_")); // ok: log-injection
        return token + digest.length + old.getAlgorithm();
    }
}

@Controller
class LeaveController {
    @GetMapping("/leave")
    ModelAndView leave(@RequestParam String to) {
        return new ModelAndView("redirect:" + to); // expect: open-redirect
    }

    @GetMapping("/leave2")
    RedirectView other(@RequestParam String to) {
        if (to.startsWith("/") && !to.startsWith("//")) {
            return new RedirectView(to); // ok: open-redirect
        }
        return new RedirectView(to); // expect: open-redirect
    }

    @GetMapping("/leave3")
    String third(@RequestParam long id) {
        return "redirect:/orders/" + id; // ok: open-redirect
    }
}
