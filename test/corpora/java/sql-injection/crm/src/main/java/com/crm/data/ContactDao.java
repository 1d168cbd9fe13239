package com.crm.data;

import java.util.List;
import org.springframework.jdbc.core.BeanPropertyRowMapper;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

@Repository
public class ContactDao {
  private final JdbcTemplate template;

  public ContactDao(JdbcTemplate template) {
    this.template = template;
  }

  public List<Contact> run(QueryBuilder query) {
    return template.query(query.sql(), new BeanPropertyRowMapper<>(Contact.class), query.arguments());
  }

  public List<Contact> ordered(String column, String direction, String raw) {
    template.queryForList("SELECT * FROM contact ORDER BY " + raw); // expect: sql-injection
    return template.query("SELECT * FROM contact ORDER BY " + column + " " + direction, new BeanPropertyRowMapper<>(Contact.class)); // ok: sql-injection
  }
}
