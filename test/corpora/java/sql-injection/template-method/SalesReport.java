package com.acme.report;

import java.sql.Connection;
import java.sql.SQLException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

class SalesReport extends Report {
  SalesReport(Connection connection, Settings settings) {
    super(connection, settings);
  }

  @Override
  protected String table() {
    return "sales";
  }

  @Override
  protected String condition() {
    return " where region = '" + settings.getFilter() + "' limit " + settings.getLimit();
  }
}

class StockReport extends Report {
  StockReport(Connection connection, Settings settings) {
    super(connection, settings);
  }

  @Override
  protected String table() {
    return "stock";
  }
}

@RestController
class ReportController {
  private final Connection connection;

  ReportController(Connection connection) {
    this.connection = connection;
  }

  @GetMapping("/sales")
  Object sales(@RequestParam String region, @RequestParam int limit) throws SQLException {
    Settings settings = Settings.builder().filter(region).limit(limit).build();
    return new SalesReport(connection, settings).run();
  }

  @GetMapping("/stock")
  Object stock(@RequestParam int limit) throws SQLException {
    connection.createStatement().executeQuery("select * from stock limit " + Settings.builder().limit(limit).build().getLimit()); // ok: sql-injection
    return new StockReport(connection, Settings.builder().build()).run();
  }
}
