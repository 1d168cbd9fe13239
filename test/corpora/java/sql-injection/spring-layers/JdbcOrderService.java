package com.acme.orders;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.stereotype.Service;

@Service
class JdbcOrderService implements OrderService {
  private static final Map<String, String> COLUMNS = Map.of("date", "created_at", "total", "total_cents");

  private final JdbcTemplate jdbc;
  private final NamedParameterJdbcTemplate named;

  JdbcOrderService(JdbcTemplate jdbc, NamedParameterJdbcTemplate named) {
    this.jdbc = jdbc;
    this.named = named;
  }

  @Override
  public List<Map<String, Object>> search(String status, String sort) {
    String column = COLUMNS.getOrDefault(sort, "created_at");
    List<Map<String, Object>> sorted = jdbc.queryForList("SELECT * FROM orders ORDER BY " + column); // ok: sql-injection
    if (status == null) return sorted;
    Map<String, Object> parameters = new HashMap<>();
    parameters.put("status", status);
    named.queryForList("SELECT * FROM orders WHERE status = :status", parameters); // ok: sql-injection
    return jdbc.queryForList(String.format("SELECT * FROM orders WHERE status = '%s'", status)); // expect: sql-injection
  }

  @Override
  public Map<String, Object> byId(long id) {
    return jdbc.queryForMap("SELECT * FROM orders WHERE id = " + id); // ok: sql-injection
  }

  @Override
  public List<Map<String, Object>> filter(OrderFilter filter) {
    jdbc.queryForList("SELECT * FROM orders ORDER BY id " + filter.getOrder() + " LIMIT " + filter.getLimit()); // ok: sql-injection
    return jdbc.queryForList("SELECT * FROM orders WHERE customer = '" + filter.getCustomer() + "'"); // expect: sql-injection
  }
}
