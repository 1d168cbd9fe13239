package com.acme.web;

import com.acme.web.Forms.Filter;
import java.util.Map;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;

@Service
public class ItemService {
  private final JdbcTemplate jdbc;

  public ItemService(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  Object sorted(String sort) {
    return jdbc.queryForList("select * from t order by " + sort); // ok: sql-injection
  }

  Object unchecked(String sort) {
    return jdbc.queryForList("select * from t order by " + sort); // expect: sql-injection
  }

  Object filtered(Filter filter) {
    return jdbc.queryForList("select * from t order by " + filter.getSort()); // ok: sql-injection
  }
}
