package com.crm.data;

import java.util.ArrayList;
import java.util.List;

public class QueryBuilder {
  private final StringBuilder sql = new StringBuilder("SELECT * FROM ");
  private final List<Object> arguments = new ArrayList<>();

  public QueryBuilder(String table) {
    sql.append(table).append(" WHERE 1 = 1");
  }

  public QueryBuilder and(String clause, Object argument) {
    sql.append(" AND ").append(clause);
    arguments.add(argument);
    return this;
  }

  public QueryBuilder raw(String clause) {
    sql.append(" AND ").append(clause);
    return this;
  }

  public String sql() {
    return sql.toString();
  }

  public Object[] arguments() {
    return arguments.toArray();
  }
}
