package com.acme.web;

import com.acme.validation.Constraints.Choice;
import com.acme.validation.Constraints.Column;
import com.acme.validation.Constraints.Lax;
import com.acme.validation.Constraints.NoneOf;
import com.acme.validation.Constraints.OfEnum;
import com.acme.validation.Constraints.Plain;
import com.acme.validation.Constraints.Short;
import com.acme.validation.Constraints.Sized;
import com.acme.validation.Constraints.Word;
import com.acme.validation.Listed;
import java.util.List;
import javax.validation.constraints.Pattern;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.validation.annotation.Validated;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Validated
public class ListController {
  private final JdbcTemplate jdbc;
  private final ItemService items;

  public ListController(JdbcTemplate jdbc, ItemService items) {
    this.jdbc = jdbc;
    this.items = items;
  }

  @GetMapping("/listed")
  public Object listed(@Listed @RequestParam String sort, @RequestParam @Listed(accepts = {"name", "price"}) String by) {
    jdbc.queryForList("select * from t order by " + by); // ok: sql-injection
    return items.sorted(sort);
  }

  @GetMapping("/of-enum")
  public Object ofEnum(@RequestParam @OfEnum String direction) {
    return jdbc.queryForList("select * from t order by id " + direction); // ok: sql-injection
  }

  @GetMapping("/choice")
  public Object choice(@RequestParam @Choice String sort) {
    return jdbc.queryForList("select * from t order by " + sort); // ok: sql-injection
  }

  @GetMapping("/word")
  public Object word(@RequestParam @Word String sort) {
    return jdbc.queryForList("select * from t order by " + sort); // ok: sql-injection
  }

  @GetMapping("/column")
  public Object column(@RequestParam @Column String sort) {
    return jdbc.queryForList("select * from t order by " + sort); // ok: sql-injection
  }

  @GetMapping("/pattern")
  public Object pattern(@RequestParam @Pattern(regexp = "[a-z]+") String sort) {
    return jdbc.queryForList("select * from t order by " + sort); // ok: sql-injection
  }

  @GetMapping("/each")
  public Object each(@RequestParam List<@Pattern(regexp = "[a-z]+") String> columns) {
    return jdbc.queryForList("select " + String.join(",", columns) + " from t"); // ok: sql-injection
  }

  @GetMapping("/each-open")
  public Object eachOpen(@RequestParam @Sized List<String> columns) {
    return jdbc.queryForList("select " + String.join(",", columns) + " from t"); // expect: sql-injection
  }

  @GetMapping("/short")
  public Object shortOne(@RequestParam @Short String sort) {
    return jdbc.queryForList("select * from t order by " + sort); // expect: sql-injection
  }

  @GetMapping("/lax")
  public Object lax(@RequestParam @Lax String sort) {
    return jdbc.queryForList("select * from t order by " + sort); // expect: sql-injection
  }

  @GetMapping("/none-of")
  public Object noneOf(@RequestParam @NoneOf String sort) {
    return jdbc.queryForList("select * from t order by " + sort); // expect: sql-injection
  }

  @GetMapping("/plain")
  public Object plain(@RequestParam @Plain String sort, @RequestParam @Sized String other) {
    jdbc.queryForList("select * from t order by " + sort); // expect: sql-injection
    return jdbc.queryForList("select * from t order by " + other); // expect: sql-injection
  }
}
