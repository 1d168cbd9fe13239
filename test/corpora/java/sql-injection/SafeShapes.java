package com.acme.safe;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.validation.constraints.Pattern;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.validation.annotation.Validated;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.util.UriComponentsBuilder;

/** Ways in which careful code treats input; beside each a way that only looks like it. */
@RestController
@Validated
public class SafeShapes {
  private static final Map<String, String> COLUMNS = new HashMap<>();
  private static final List<String> DIRECTIONS = Arrays.asList("asc", "desc");

  static {
    COLUMNS.put("name", "col_name");
    COLUMNS.put("price", "col_price");
  }

  enum Sort {
    NAME,
    PRICE;

    String column() {
      return name().toLowerCase();
    }
  }

  private final JdbcTemplate jdbc;
  private final RestTemplate rest = new RestTemplate();
  private final Path root = Paths.get("/data").toAbsolutePath().normalize();

  public SafeShapes(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  @GetMapping("/in")
  public Object in(@RequestParam List<Integer> ids, @RequestParam List<String> names) {
    String marks = String.join(",", Collections.nCopies(ids.size(), "?"));
    jdbc.queryForList("select * from t where id in (" + marks + ")", ids.toArray()); // ok: sql-injection
    String others = names.stream().map(name -> "?").collect(Collectors.joining(","));
    jdbc.queryForList("select * from t where name in (" + others + ")", names.toArray()); // ok: sql-injection
    String numbers = ids.stream().map(String::valueOf).collect(Collectors.joining(","));
    jdbc.queryForList("select * from t where id in (" + numbers + ")"); // ok: sql-injection
    String quoted = names.stream().map(name -> "'" + name + "'").collect(Collectors.joining(","));
    return jdbc.queryForList("select * from t where name in (" + quoted + ")"); // expect: sql-injection
  }

  @GetMapping("/sorted")
  public Object sorted(@RequestParam String by, @RequestParam String direction) {
    String column = COLUMNS.get(by);
    if (column == null) column = "col_name";
    jdbc.queryForList("select * from t order by " + column + " " + direction); // expect: sql-injection
    if (!DIRECTIONS.contains(direction.toLowerCase())) {
      throw new IllegalArgumentException("direction");
    }
    Sort sort = Sort.valueOf(by.toUpperCase());
    return jdbc.queryForList("select * from t order by " + column + " " + direction + ", " + sort.column() + sort); // ok: sql-injection
  }

  @GetMapping("/file")
  public byte[] file(@RequestParam String file) throws IOException {
    Path path = root.resolve(file).normalize().toAbsolutePath();
    if (!path.startsWith(root)) {
      throw new SecurityException("outside");
    }
    return Files.readAllBytes(path); // ok: path-traversal
  }

  @GetMapping("/named/{name}")
  public byte[] named(
      @PathVariable @Pattern(regexp = "^[a-z0-9]+$") String name, @RequestParam @Pattern(regexp = ".+") String any)
      throws IOException {
    Files.readAllBytes(Paths.get("/data/" + any)); // expect: path-traversal
    return Files.readAllBytes(Paths.get("/data/" + name + ".txt")); // ok: path-traversal
  }

  @GetMapping("/remote")
  public Object remote(@RequestParam String id, @RequestParam String base) {
    String url = UriComponentsBuilder.fromHttpUrl("https://api.example.com/v1").queryParam("id", id).toUriString();
    rest.getForObject(url, Object.class); // ok: ssrf
    String other = UriComponentsBuilder.fromHttpUrl(base).queryParam("id", 1).toUriString();
    return rest.getForObject(other, Object.class); // expect: ssrf
  }

  @GetMapping("/page")
  public void page(HttpServletRequest request, HttpServletResponse response) throws IOException {
    String language = request.getParameter("lang");
    if (!"en".equals(language) && !"de".equals(language)) language = "en";
    response.getWriter().println("<html lang=" + language + ">"); // ok: xss
    response.getWriter().println(request.getParameter("x") != null ? "yes" : "no"); // ok: xss
    response.getWriter().println(Objects.hash(request.getParameter("x"))); // ok: xss
    URI target = URI.create(request.getParameter("to"));
    if ("shop.example.com".equals(target.getHost())) {
      response.sendRedirect(target.toString()); // ok: open-redirect
      return;
    }
    String next = request.getParameter("next");
    if (next.startsWith("/") && !next.startsWith("//")) {
      response.sendRedirect(next); // ok: open-redirect
      return;
    }
    response.sendRedirect("/search?next=" + URLEncoder.encode(next, "UTF-8")); // ok: open-redirect
  }
}
