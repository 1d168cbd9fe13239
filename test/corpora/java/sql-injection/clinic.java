package org.clinic;

import com.google.common.base.Preconditions;
import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Lists;
import com.google.common.io.ByteStreams;
import com.google.common.io.Files;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Pattern;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.exec.CommandLine;
import org.apache.commons.exec.DefaultExecutor;
import org.apache.commons.io.IOUtils;
import org.apache.commons.lang3.Validate;
import org.apache.commons.text.StringEscapeUtils;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.springframework.beans.BeanUtils;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Sort;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.query.Param;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Controller;
import org.springframework.stereotype.Repository;
import org.springframework.ui.Model;
import org.springframework.validation.BindingResult;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.client.RestClient;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

enum Field {
    NAME("name"), BORN("born_on");

    final String column;

    Field(String column) {
        this.column = column;
    }

    static Field of(String text) {
        return Stream.of(values()).filter(f -> f.column.equals(text)).findFirst().orElseThrow(() -> new IllegalArgumentException(text));
    }
}

sealed interface Filter permits ByName, ByDate {
    String sql();
}

record ByName(String name) implements Filter {
    public String sql() {
        return "name = '" + name + "'";
    }
}

record ByDate(LocalDate date) implements Filter {
    public String sql() {
        return "born_on = '" + date + "'";
    }
}

class OwnerForm {
    @Pattern(regexp = "[A-Za-z ]+") private String name;
    @Email private String mail;
    private String notes;

    public String getName() { return name; }
    public void setName(String name) { this.name = name; }
    public String getMail() { return mail; }
    public void setMail(String mail) { this.mail = mail; }
    public String getNotes() { return notes; }
    public void setNotes(String notes) { this.notes = notes; }
}

abstract class Dao<T> {
    @Autowired protected JdbcTemplate jdbc;
    protected abstract String table();
    protected abstract RowMapper<T> mapper();

    List<T> findBy(String where) {
        return jdbc.query("select * from " + table() + " where " + where, mapper()); // expect: sql-injection
    }

    List<T> page(Field field, int page) {
        return jdbc.query("select * from " + table() + " order by " + field.column + " limit 20 offset " + page * 20, mapper()); // ok: sql-injection
    }

    <R> R timed(Callable<R> work) throws Exception {
        return work.call();
    }
}

@Repository
class OwnerDao extends Dao<Map<String, Object>> {
    protected String table() { return "owners"; }
    protected RowMapper<Map<String, Object>> mapper() { return (rs, i) -> Map.of("id", rs.getInt("id")); }

    void log(String event) throws Exception {
        timed(() -> jdbc.update("insert into events values ('" + event + "')")); // expect: sql-injection
        timed(() -> jdbc.update("insert into events values (?)", event)); // ok: sql-injection
    }
}

interface PetRepository extends JpaRepository<Object, Long> {
    @Query("select p from Pet p where p.name = :name")
    List<Object> named(@Param("name") String name); // ok: sql-injection

    @Query(value = "select * from pets where owner = ?1", nativeQuery = true)
    List<Object> owned(String owner); // ok: sql-injection
}

@Controller
@RequestMapping("/owners")
class OwnerController {
    private static final ImmutableSet<String> FORMATS = ImmutableSet.of("pdf", "csv");
    private final OwnerDao dao;
    private final PetRepository pets;
    private final SessionFactory sessions;
    private final Map<String, UnaryOperator<String>> cleaners = new HashMap<>();

    OwnerController(OwnerDao dao, PetRepository pets, SessionFactory sessions) {
        this.dao = dao;
        this.pets = pets;
        this.sessions = sessions;
        cleaners.put("digits", s -> s.replaceAll("\\D", ""));
    }

    @GetMapping("/search")
    String search(@RequestParam String q, @RequestParam(required = false) String date, Model model) {
        Filter filter = date != null ? new ByDate(LocalDate.parse(date)) : new ByName(q);
        model.addAttribute("owners", dao.findBy(filter.sql()));
        model.addAttribute("q", q); // ok: xss
        return "owners/list"; // ok: template-injection
    }

    @GetMapping("/sorted")
    @ResponseBody
    Object sorted(@RequestParam String by, @RequestParam int page) {
        pets.findAll(PageRequest.of(page, 20, Sort.by(by))); // ok: sql-injection
        return dao.page(Field.of(by), page);
    }

    @PostMapping("/new")
    String create(@Valid @ModelAttribute OwnerForm form, BindingResult result, RedirectAttributes flash) throws Exception {
        if (result.hasErrors()) return "owners/form";
        dao.jdbc.update("insert into owners(name) values ('" + form.getName() + "')"); // ok: sql-injection
        dao.log(form.getNotes());
        flash.addFlashAttribute("message", form.getNotes()); // ok: xss
        return "redirect:/owners/" + form.getMail(); // ok: open-redirect
    }

    @GetMapping("/hql")
    @ResponseBody
    List<?> hql(@RequestParam String name, @RequestParam List<Long> ids) {
        Session session = sessions.getCurrentSession();
        session.createQuery("from Owner where name = '" + name + "'").list(); // expect: sql-injection
        String in = ids.stream().map(String::valueOf).collect(Collectors.joining(","));
        session.createNativeQuery("select * from owners where id in (" + in + ")").list(); // ok: sql-injection
        return session.createQuery("from Owner where name = :n").setParameter("n", name).list(); // ok: sql-injection
    }

    @GetMapping("/export")
    void export(@RequestParam String format, @RequestParam String name, HttpServletResponse response) throws IOException {
        Preconditions.checkArgument(FORMATS.contains(format), "unknown format");
        new ProcessBuilder("sh", "-c", "export --format " + format).start(); // ok: command-injection
        DefaultExecutor executor = new DefaultExecutor();
        executor.execute(CommandLine.parse("export --name " + name)); // expect: command-injection
        CommandLine line = new CommandLine("export");
        line.addArgument("--name");
        line.addArgument(name, true);
        executor.execute(line); // ok: command-injection
        response.setHeader(HttpHeaders.CONTENT_DISPOSITION, ContentDisposition.attachment().filename("owners.csv").build().toString()); // ok: header-injection
        IOUtils.copy(new java.io.FileInputStream("/exports/" + name), response.getOutputStream()); // expect: path-traversal
        IOUtils.write("<p>" + name + "</p>", response.getWriter()); // ok: xss (saved, not shown)
        IOUtils.write(StringEscapeUtils.escapeHtml4(name), response.getWriter()); // ok: xss
    }

    @PostMapping("/photo")
    @ResponseBody
    String photo(@RequestPart("photo") org.springframework.web.multipart.MultipartFile photo) throws IOException {
        String ext = Files.getFileExtension(Objects.requireNonNull(photo.getOriginalFilename()));
        Files.write(photo.getBytes(), new File("/photos/" + System.nanoTime() + "." + ext)); // ok: path-traversal
        Files.write(photo.getBytes(), new File("/photos", photo.getOriginalFilename())); // expect: path-traversal
        try (InputStream in = photo.getInputStream(); OutputStream out = new java.io.FileOutputStream(new File("/photos/last"))) {
            ByteStreams.copy(in, out);
        }
        return "ok"; // ok: xss
    }

    @GetMapping("/remote")
    ResponseEntity<String> remote(@RequestParam URI source, @RequestParam String id) throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(source).build(); // expect: ssrf
        HttpRequest fixed = HttpRequest.newBuilder().uri(URI.create("https://vets.example/api/" + id)).GET().build(); // ok: ssrf
        String body = client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        String other = RestClient.create().get().uri("https://vets.example/{id}", id).retrieve().body(String.class); // ok: ssrf
        String third = RestClient.create().get().uri("https://" + id + ".vets.example/").retrieve().body(String.class); // expect: ssrf
        if (source.getHost() == null || !source.getHost().endsWith(".vets.example")) return ResponseEntity.badRequest().build();
        client.send(HttpRequest.newBuilder(source).build(), HttpResponse.BodyHandlers.discarding()); // ok: ssrf
        return ResponseEntity.ok().contentType(MediaType.TEXT_PLAIN).body(body + other + third); // ok: xss
    }

    @GetMapping("/clean")
    @ResponseBody
    List<?> clean(@RequestParam String phone, @RequestParam String kind) {
        String digits = cleaners.getOrDefault(kind, UnaryOperator.identity()).apply(phone);
        dao.findBy("phone = '" + digits + "'");
        Validate.matchesPattern(phone, "\\+?[0-9 ]+");
        Predicate<String> known = Stream.of("a", "b").collect(Collectors.toSet())::contains;
        BiFunction<String, String, String> eq = (c, v) -> c + " = '" + v + "'";
        return dao.jdbc.queryForList("select * from owners where " + eq.apply("kind", kind)); // expect: sql-injection
    }

    @ExceptionHandler(IllegalArgumentException.class)
    @ResponseBody
    ResponseEntity<String> failed(IllegalArgumentException e) {
        return ResponseEntity.badRequest().contentType(MediaType.TEXT_HTML).body("<pre>" + e.getMessage() + "</pre>");
    }
}

@Component
class AuditInterceptor implements HandlerInterceptor {
    private static final java.util.logging.Logger LOG = java.util.logging.Logger.getLogger("audit");

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        LOG.info("request " + request.getRequestURI()); // expect: log-injection
        LOG.log(java.util.logging.Level.INFO, "user {0}", request.getHeader("X-User")); // expect: log-injection
        LOG.fine(() -> "length " + request.getContentLength()); // ok: log-injection
        response.addHeader("X-Trace", java.util.UUID.randomUUID().toString()); // ok: header-injection
        return true;
    }
}
