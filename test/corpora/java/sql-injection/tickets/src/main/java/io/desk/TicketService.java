package io.desk;

import java.util.List;
import lombok.AllArgsConstructor;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.stereotype.Service;

@Service
@AllArgsConstructor
public class TicketService {
  private NamedParameterJdbcTemplate jdbc;
  private DSLContext dsl;

  public List<?> search(TicketFilter filter) {
    var params = new MapSqlParameterSource("text", filter.getText());
    jdbc.queryForList("SELECT * FROM tickets WHERE text LIKE :text", params); // ok: sql-injection
    jdbc.queryForList("SELECT * FROM tickets ORDER BY " + filter.getOrderBy(), params); // expect: sql-injection
    jdbc.queryForList("SELECT * FROM tickets WHERE status = '" + filter.getStatus() + "'", params); // ok: sql-injection
    jdbc.queryForList("SELECT * FROM tickets LIMIT " + filter.getLimit(), params); // ok: sql-injection
    dsl.fetch("SELECT * FROM tickets WHERE text = '" + filter.getText() + "'"); // expect: sql-injection
    dsl.fetch("SELECT * FROM tickets WHERE text = ?", filter.getText()); // ok: sql-injection
    dsl.selectFrom("tickets").where(DSL.condition("text = '" + filter.getText() + "'")).fetch(); // expect: sql-injection
    dsl.selectFrom("tickets").where(DSL.field("text").eq(filter.getText())).fetch(); // ok: sql-injection
    return dsl.selectFrom("tickets").orderBy(DSL.field(filter.getOrderBy())).fetch(); // expect: sql-injection
  }
}
