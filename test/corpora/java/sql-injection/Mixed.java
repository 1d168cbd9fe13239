package mixed;

import com.google.common.base.Strings;
import com.google.common.io.Files;
import com.zaxxer.hikari.HikariDataSource;
import jakarta.servlet.*;
import jakarta.servlet.http.*;
import jakarta.validation.constraints.*;
import java.io.*;
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
import java.util.regex.*;
import java.util.stream.*;
import lombok.Builder;
import lombok.Data;
import lombok.RequiredArgsConstructor;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.text.StringSubstitutor;
import org.springframework.context.event.EventListener;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.data.jpa.repository.*;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.*;
import org.springframework.http.*;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.*;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.reactive.function.server.*;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;
import reactor.core.publisher.*;

@Data
@Builder
class Report {
    private String title;
    private int year;
    private Kind kind;

    enum Kind { DAILY, WEEKLY }
}

record Renamed(String from, String to) {
    Renamed {
        if (!to.matches("[a-z0-9]+")) {
            throw new IllegalArgumentException(to);
        }
    }
}

interface ReportRepository extends JpaRepository<Report, Long> {
    @org.springframework.data.jpa.repository.Query("select r from Report r where r.title = :t")
    List<Report> titled(String t);
}

@Service
@RequiredArgsConstructor
class ReportService {
    private final HikariDataSource ds;
    private final ApplicationEventPublisher events;

    List<String> find(Report filter) throws SQLException {
        var where = new StringJoiner(" AND ");
        var params = new ArrayList<Object>();
        if (filter.getTitle() != null) {
            where.add("title = ?");
            params.add(filter.getTitle());
        }
        where.add("year = " + filter.getYear());
        where.add("kind = '" + filter.getKind() + "'");
        try (var c = ds.getConnection(); var ps = c.prepareStatement("SELECT t FROM r WHERE " + where)) { // ok: sql-injection
            for (int i = 0; i < params.size(); i++) {
                ps.setObject(i + 1, params.get(i));
            }
            return rows(ps.executeQuery());
        }
    }

    List<String> badly(Report filter) throws SQLException {
        var parts = new ArrayList<String>();
        parts.add("title LIKE '%" + filter.getTitle() + "%'");
        try (var c = ds.getConnection(); var st = c.createStatement()) {
            return rows(st.executeQuery("SELECT t FROM r WHERE " + String.join(" AND ", parts))); // expect: sql-injection
        }
    }

    private static List<String> rows(ResultSet rs) throws SQLException {
        var all = new ArrayList<String>();
        while (rs.next()) {
            all.add(rs.getString(1));
        }
        return all;
    }

    @Async
    CompletableFuture<Void> print(String printer) throws IOException {
        Runtime.getRuntime().exec("lp -d " + printer); // expect: command-injection
        events.publishEvent(new Printed(printer));
        return CompletableFuture.completedFuture(null);
    }

    @EventListener
    void on(Printed event) throws IOException {
        new ProcessBuilder("sh", "-c", "notify " + event.printer()).start(); // expect: command-injection
    }
}

record Printed(String printer) {}

@RestController
@RequestMapping(path = "/reports")
@RequiredArgsConstructor
class ReportController {
    private final ReportService service;
    private final MongoTemplate mongo;
    private static final Pattern ID = Pattern.compile("\\w{3,20}");

    @PostMapping("/search")
    List<String> search(@RequestBody Report filter) throws Exception {
        service.badly(Report.builder().title(filter.getTitle()).build());
        return service.find(filter);
    }

    @PutMapping("/{printer}")
    void print(@PathVariable @NotBlank String printer) throws Exception {
        service.print(StringUtils.trimToEmpty(printer));
    }

    @PatchMapping
    boolean rename(@RequestBody Renamed r) {
        return new File("/srv/" + r.from()).delete(); // expect: path-traversal
    }

    @GetMapping("/mongo")
    Object mongo(@RequestParam String name) {
        mongo.find(new Query(Criteria.where("name").is(name)), Report.class); // ok: nosql-injection
        return mongo.find(new BasicQuery("{name: '" + name + "'}"), Report.class); // expect: nosql-injection
    }

    @GetMapping(value = "/{id}/badge", produces = "image/svg+xml")
    String badge(@PathVariable String id, @RequestParam(required = false) Integer width) {
        Matcher m = ID.matcher(id);
        if (!m.matches()) {
            throw new IllegalArgumentException("id");
        }
        return "<svg width='" + width + "'><text>" + id + "</text></svg>"; // ok: xss
    }

    @GetMapping(value = "/banner", produces = MediaType.TEXT_HTML_VALUE)
    ResponseEntity<String> banner(@RequestParam Map<String, String> all) {
        String text = all.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).collect(Collectors.joining("<br>"));
        return new ResponseEntity<>(text, HttpStatus.OK); // expect: xss
    }

    @GetMapping("/old")
    String old(RedirectAttributes attributes, @RequestParam String to) {
        attributes.addAttribute("to", to);
        return new StringSubstitutor(Map.of("to", to)).replace("moved to ${to}"); // expect: xss
    }

    @GetMapping("/new")
    ResponseEntity<Void> moved(@RequestParam String to, HttpServletRequest req) {
        URI self = ServletUriComponentsBuilder.fromCurrentRequest().replacePath("/reports").build().toUri();
        if (to.isEmpty()) {
            return ResponseEntity.status(302).location(self).build(); // ok: open-redirect
        }
        return ResponseEntity.status(302).location(URI.create(to)).build(); // expect: open-redirect
    }
}

@Component
class Tenant extends OncePerRequestFilter {
    private static final ThreadLocal<String> CURRENT = new ThreadLocal<>();

    @Override
    protected void doFilterInternal(HttpServletRequest req, HttpServletResponse res, FilterChain chain) throws ServletException, IOException {
        CURRENT.set(req.getHeader("X-Tenant"));
        String lang = Optional.ofNullable(req.getParameter("lang")).filter(l -> l.length() == 2).orElse("en");
        res.setLocale(Locale.forLanguageTag(lang));
        try {
            chain.doFilter(req, res);
        } finally {
            CURRENT.remove();
        }
    }

    static void drop(Connection c) throws SQLException {
        c.createStatement().execute("DROP SCHEMA " + CURRENT.get()); // expect: sql-injection
    }
}

@Component
class Routes {
    RouterFunction<ServerResponse> routes() {
        return RouterFunctions.route(RequestPredicates.GET("/r/{name}"), this::show);
    }

    Mono<ServerResponse> show(ServerRequest request) {
        String name = request.pathVariable("name");
        return Mono.fromCallable(() -> Files.toString(new File("/srv/" + name), StandardCharsets.UTF_8)) // expect: path-traversal
            .flatMap(t -> ServerResponse.ok().contentType(MediaType.TEXT_PLAIN).bodyValue(t));
    }

    @KafkaListener(topics = "clean")
    void clean(String directory) throws IOException {
        Runtime.getRuntime().exec(new String[] {"rm", "-r", directory}); // ok: command-injection
        Runtime.getRuntime().exec("rm -r " + directory); // expect: command-injection
    }
}
