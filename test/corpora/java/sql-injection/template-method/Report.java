package com.acme.report;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;

abstract class Report {
  private final Connection connection;
  protected final Settings settings;

  protected Report(Connection connection, Settings settings) {
    this.connection = connection;
    this.settings = settings;
  }

  final ResultSet run() throws SQLException {
    return connection.createStatement().executeQuery("select * from " + table() + condition()); // expect: sql-injection
  }

  protected abstract String table();

  protected String condition() {
    return "";
  }
}
