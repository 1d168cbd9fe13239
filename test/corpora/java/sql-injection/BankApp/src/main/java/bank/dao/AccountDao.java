package bank.dao;

import bank.model.AccountQuery;
import java.util.*;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.stereotype.Repository;

@Repository
public class AccountDao {
    private static final Set<String> SORTABLE = Set.of("name", "balance");
    private final JdbcTemplate jdbc;
    private final NamedParameterJdbcTemplate named;

    public AccountDao(JdbcTemplate jdbc, NamedParameterJdbcTemplate named) {
        this.jdbc = jdbc;
        this.named = named;
    }

    public List<Map<String, Object>> search(AccountQuery query) {
        String order = SORTABLE.contains(query.getSort()) ? query.getSort() : "name";
        named.queryForList("SELECT * FROM account WHERE owner = :o ORDER BY " + order, // ok: sql-injection
            new MapSqlParameterSource("o", query.getOwner()));
        StringBuilder sql = new StringBuilder("SELECT * FROM account WHERE 1=1");
        if (query.getOwner() != null) {
            sql.append(" AND owner = '").append(query.getOwner()).append("'");
        }
        sql.append(" ORDER BY name");
        return jdbc.queryForList(sql.toString()); // expect: sql-injection
    }

    public Map<String, Object> byId(Long id) {
        return jdbc.queryForMap("SELECT * FROM account WHERE id = " + id); // ok: sql-injection
    }

    public void debit(String from, int amount) {
        jdbc.update("UPDATE account SET balance = balance - ? WHERE number = ?", amount, from); // ok: sql-injection
    }

    public void credit(String to, int amount) {
        jdbc.update(String.format("UPDATE account SET balance = balance + %d WHERE number = '%s'", amount, to)); // expect: sql-injection
    }
}
