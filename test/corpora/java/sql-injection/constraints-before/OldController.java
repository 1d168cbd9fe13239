package com.acme.web;

import jakarta.validation.constraints.Pattern;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Before version 6.1 nobody validates parameters of handlers whose class says nothing of it. */
@RestController
public class OldController {
  private final JdbcTemplate jdbc;

  public OldController(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  @GetMapping("/new/pattern")
  public Object pattern(@RequestParam @Pattern(regexp = "[a-z]+") String sort) {
    return jdbc.queryForList("select * from t order by " + sort); // expect: sql-injection
  }
}
