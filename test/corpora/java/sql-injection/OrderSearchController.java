package com.shop.orders;

import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.Root;
import java.text.MessageFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.web.bind.annotation.*;

@RestController
@RequestMapping("/orders")
public class OrderSearchController {
    private static final Set<String> SORTABLE = Set.of("created_at", "total", "status");
    private static final Map<String, String> COLUMNS = Map.of("date", "created_at", "sum", "total");

    private final JdbcTemplate jdbc;
    private final NamedParameterJdbcTemplate named;
    private final JdbcClient client;
    private final DatabaseClient reactive;

    @PersistenceContext
    private EntityManager em;

    private String tenant;

    public OrderSearchController(JdbcTemplate jdbc, NamedParameterJdbcTemplate named, JdbcClient client, DatabaseClient reactive) {
        this.jdbc = jdbc;
        this.named = named;
        this.client = client;
        this.reactive = reactive;
    }

    public record Filter(String status, String customer, Integer limit) {}

    public enum Direction { ASC, DESC }

    @GetMapping("/by-status")
    public List<Map<String, Object>> byStatus(@RequestParam String status) {
        return jdbc.queryForList("SELECT * FROM orders WHERE status = '%s'".formatted(status)); // expect: sql-injection
    }

    @GetMapping("/by-status-safe")
    public List<Map<String, Object>> byStatusSafe(@RequestParam String status) {
        return jdbc.queryForList("SELECT * FROM orders WHERE status = ?", status); // ok: sql-injection
    }

    @PostMapping("/filter")
    public List<Map<String, Object>> filter(@RequestBody Filter filter) {
        String sql = """
            SELECT id, total
            FROM orders
            WHERE customer = '%s'
            """;
        return jdbc.queryForList(String.format(sql, filter.customer())); // expect: sql-injection
    }

    @PostMapping("/filter-limit")
    public List<Map<String, Object>> filterLimit(@RequestBody Filter filter) {
        return jdbc.queryForList("SELECT * FROM orders LIMIT " + filter.limit()); // ok: sql-injection
    }

    @GetMapping("/message")
    public List<Map<String, Object>> message(@RequestParam String status, @RequestParam String customer) {
        String where = MessageFormat.format("status = ''{0}'' AND customer = ''{1}''", status, customer);
        return jdbc.queryForList("SELECT * FROM orders WHERE " + where); // expect: sql-injection
    }

    @GetMapping("/sorted")
    public List<Map<String, Object>> sorted(@RequestParam(defaultValue = "total") String sort) {
        if (!SORTABLE.contains(sort)) {
            throw new IllegalArgumentException("unknown column");
        }
        return jdbc.queryForList("SELECT * FROM orders ORDER BY " + sort); // ok: sql-injection
    }

    @GetMapping("/sorted-mapped")
    public List<Map<String, Object>> sortedMapped(@RequestParam String sort) {
        String column = COLUMNS.getOrDefault(sort, "id");
        return jdbc.queryForList("SELECT * FROM orders ORDER BY " + column); // ok: sql-injection
    }

    @GetMapping("/sorted-mapped-fallback")
    public List<Map<String, Object>> sortedMappedFallback(@RequestParam String sort) {
        String column = COLUMNS.getOrDefault(sort, sort);
        return jdbc.queryForList("SELECT * FROM orders ORDER BY " + column); // expect: sql-injection
    }

    @GetMapping("/direction")
    public List<Map<String, Object>> direction(@RequestParam String dir) {
        Direction d = Direction.valueOf(dir.toUpperCase());
        return jdbc.queryForList("SELECT * FROM orders ORDER BY id " + d.name()); // ok: sql-injection
    }

    @GetMapping("/direction-enum")
    public List<Map<String, Object>> directionEnum(@RequestParam Direction dir) {
        return jdbc.queryForList("SELECT * FROM orders ORDER BY id " + dir); // ok: sql-injection
    }

    @GetMapping("/ternary")
    public List<Map<String, Object>> ternary(@RequestParam String dir) {
        String d = "desc".equalsIgnoreCase(dir) ? "DESC" : "ASC";
        return jdbc.queryForList("SELECT * FROM orders ORDER BY id " + d); // ok: sql-injection
    }

    @GetMapping("/switch")
    public List<Map<String, Object>> switched(@RequestParam String kind) {
        String table = switch (kind) {
            case "open", "pending" -> "open_orders";
            case "closed" -> "closed_orders";
            default -> kind + "_orders";
        };
        return jdbc.queryForList("SELECT * FROM " + table); // expect: sql-injection
    }

    @GetMapping("/switch-safe")
    public List<Map<String, Object>> switchedSafe(@RequestParam String kind) {
        String table = switch (kind) {
            case "open", "pending" -> "open_orders";
            case "closed" -> "closed_orders";
            default -> throw new IllegalArgumentException(kind);
        };
        return jdbc.queryForList("SELECT * FROM " + table); // ok: sql-injection
    }

    @GetMapping("/named")
    public List<Map<String, Object>> namedSafe(@RequestParam String customer) {
        MapSqlParameterSource params = new MapSqlParameterSource().addValue("customer", customer);
        return named.queryForList("SELECT * FROM orders WHERE customer = :customer", params); // ok: sql-injection
    }

    @GetMapping("/named-bad")
    public List<Map<String, Object>> namedBad(@RequestParam String customer, @RequestParam String region) {
        MapSqlParameterSource params = new MapSqlParameterSource().addValue("customer", customer);
        return named.queryForList("SELECT * FROM orders_" + region + " WHERE customer = :customer", params); // expect: sql-injection
    }

    @GetMapping("/client")
    public List<Map<String, Object>> jdbcClient(@RequestParam String q) {
        return client.sql("SELECT * FROM orders WHERE note LIKE '%" + q + "%'").query().listOfRows(); // expect: sql-injection
    }

    @GetMapping("/client-safe")
    public List<Map<String, Object>> jdbcClientSafe(@RequestParam String q) {
        return client.sql("SELECT * FROM orders WHERE note LIKE :q").param("q", "%" + q + "%").query().listOfRows(); // ok: sql-injection
    }

    @GetMapping("/reactive")
    public Object reactive(@RequestParam String q) {
        return reactive.sql("SELECT * FROM orders WHERE note = '" + q + "'").fetch().all(); // expect: sql-injection
    }

    @GetMapping("/reactive-safe")
    public Object reactiveSafe(@RequestParam String q) {
        return reactive.sql("SELECT * FROM orders WHERE note = :q").bind("q", q).fetch().all(); // ok: sql-injection
    }

    @GetMapping("/optional")
    public List<?> optional(@RequestParam Optional<String> customer) {
        String where = customer.map(String::trim).filter(c -> !c.isEmpty()).map(c -> " WHERE customer = '" + c + "'").orElse("");
        return em.createNativeQuery("SELECT * FROM orders" + where).getResultList(); // expect: sql-injection
    }

    @GetMapping("/criteria")
    public List<?> criteria(@RequestParam String customer) {
        CriteriaBuilder cb = em.getCriteriaBuilder();
        CriteriaQuery<Object> query = cb.createQuery();
        Root<Object> root = query.from(Object.class);
        query.select(root).where(cb.equal(root.get("customer"), customer));
        return em.createQuery(query).getResultList(); // ok: sql-injection
    }

    @GetMapping("/in-list")
    public List<Map<String, Object>> inList(@RequestParam List<String> ids) {
        String in = ids.stream().map(id -> "'" + id + "'").collect(Collectors.joining(", "));
        return jdbc.queryForList("SELECT * FROM orders WHERE id IN (" + in + ")"); // expect: sql-injection
    }

    @GetMapping("/in-placeholders")
    public List<Map<String, Object>> inPlaceholders(@RequestParam List<String> ids) {
        String in = ids.stream().map(id -> "?").collect(Collectors.joining(", "));
        return jdbc.queryForList("SELECT * FROM orders WHERE id IN (" + in + ")", ids.toArray()); // ok: sql-injection
    }

    @GetMapping("/in-numbers")
    public List<Map<String, Object>> inNumbers(@RequestParam List<Long> ids) {
        String in = ids.stream().map(String::valueOf).collect(Collectors.joining(","));
        return jdbc.queryForList("SELECT * FROM orders WHERE id IN (" + in + ")"); // ok: sql-injection
    }

    @GetMapping("/in-parsed")
    public List<Map<String, Object>> inParsed(@RequestParam String ids) {
        String in = java.util.Arrays.stream(ids.split(",")).map(Integer::parseInt).map(Object::toString).collect(Collectors.joining(","));
        return jdbc.queryForList("SELECT * FROM orders WHERE id IN (" + in + ")"); // ok: sql-injection
    }

    @ModelAttribute
    public void tenant(@RequestHeader("X-Tenant") String tenant) {
        this.tenant = tenant;
    }

    @GetMapping("/tenant")
    public List<Map<String, Object>> ofTenant() {
        return jdbc.queryForList("SELECT * FROM " + tenant + ".orders"); // expect: sql-injection
    }
}
