package com.acme.web;

import com.acme.web.Forms.Create;
import com.acme.web.Forms.Filter;
import com.acme.web.Forms.Page;
import com.acme.web.Forms.Saved;
import com.acme.web.Forms.Unasked;
import javax.validation.Valid;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.validation.BindingResult;
import org.springframework.validation.annotation.Validated;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class FormController {
  private final JdbcTemplate jdbc;
  private final ItemService items;

  public FormController(JdbcTemplate jdbc, ItemService items) {
    this.jdbc = jdbc;
    this.items = items;
  }

  @PostMapping("/filter")
  public Object filter(@Valid @RequestBody Filter filter) {
    items.filtered(filter);
    jdbc.queryForList("select * from t order by " + filter.getSort()); // ok: sql-injection
    jdbc.queryForList("select * from t order by " + filter.getChoice()); // ok: sql-injection
    jdbc.queryForList("select * from t order by " + filter.getInherited()); // ok: sql-injection
    jdbc.queryForList("select * from t order by " + filter.getInner().getName()); // ok: sql-injection
    jdbc.queryForList("select " + String.join(",", filter.getColumns()) + " from t"); // ok: sql-injection
    jdbc.queryForList("select * from t order by " + filter.getUnseen().getName()); // expect: sql-injection
    jdbc.queryForList("select * from t order by " + filter.getUpdated()); // expect: sql-injection
    return jdbc.queryForList("select * from t where a = '" + filter.getTerm() + "'"); // expect: sql-injection
  }

  @PostMapping("/orders")
  public Object orders(@Validated @RequestBody Filter filter) {
    jdbc.queryForList("select * from t order by " + filter.orderText()); // ok: sql-injection
    return jdbc.queryForList("select * from t order by " + filter.valueText()); // expect: sql-injection
  }

  @PostMapping("/saved")
  public Object saved(@Validated(Create.class) @RequestBody Saved saved) {
    jdbc.queryForList("select * from t order by " + saved.getCreated()); // ok: sql-injection
    return jdbc.queryForList("select * from t order by " + saved.getAlways()); // expect: sql-injection
  }

  @PostMapping("/page")
  public Object page(@Valid @ModelAttribute Page page, BindingResult result) {
    if (result.hasErrors()) return "errors";
    return jdbc.queryForList("select * from t order by " + page.getSort()); // ok: sql-injection
  }

  /** It is run with what is wrong, too, and does not ask. */
  @PostMapping("/unasked")
  public Object unasked(@Valid @ModelAttribute Unasked page, BindingResult result) {
    return jdbc.queryForList("select * from t order by " + page.getSort()); // expect: sql-injection
  }
}
