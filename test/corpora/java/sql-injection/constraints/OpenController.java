package com.acme.web;

import com.acme.validation.Listed;
import com.acme.web.Forms.OpenFilter;
import java.util.List;
import javax.validation.constraints.Pattern;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Without `@Validated` on the class nobody looks at the constraints of its parameters. */
@RestController
public class OpenController {
  private final JdbcTemplate jdbc;
  private final ItemService items;

  public OpenController(JdbcTemplate jdbc, ItemService items) {
    this.jdbc = jdbc;
    this.items = items;
  }

  @GetMapping("/open/listed")
  public Object listed(@Listed @RequestParam String sort) {
    return items.unchecked(sort);
  }

  @GetMapping("/open/pattern")
  public Object pattern(@RequestParam @Pattern(regexp = "[a-z]+") String sort) {
    return jdbc.queryForList("select * from t order by " + sort); // expect: sql-injection
  }

  @GetMapping("/open/each")
  public Object each(@RequestParam List<@Pattern(regexp = "[a-z]+") String> columns) {
    return jdbc.queryForList("select " + String.join(",", columns) + " from t"); // expect: sql-injection
  }

  /** And without `@Valid` nobody at those of its fields. */
  @PostMapping("/open/body")
  public Object body(@RequestBody OpenFilter filter) {
    jdbc.queryForList("select * from t order by " + filter.getSort()); // expect: sql-injection
    return jdbc.queryForList("select * from t order by " + filter.getBy()); // expect: sql-injection
  }
}
