package com.example.billing;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Set;
import javax.servlet.ServletException;
import javax.servlet.annotation.WebServlet;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.sql.DataSource;

@WebServlet("/invoices")
public class InvoiceServlet extends HttpServlet {
  private static final Set<String> SORTABLE = Set.of("number", "amount", "due_date");
  private static final String BASE = "SELECT number, amount FROM invoice";
  private static final boolean LEGACY_SEARCH = false;

  private DataSource dataSource;

  @Override
  protected void doGet(HttpServletRequest req, HttpServletResponse resp) throws ServletException, IOException {
    String customer = req.getParameter("customer");
    try (Connection connection = dataSource.getConnection()) {
      Statement statement = connection.createStatement();
      statement.executeQuery(BASE + " WHERE customer = '" + customer + "'"); // expect: sql-injection

      PreparedStatement bound = connection.prepareStatement(BASE + " WHERE customer = ?"); // ok: sql-injection
      bound.setString(1, customer);
      bound.executeQuery(); // ok: sql-injection

      String sort = req.getParameter("sort");
      if (!SORTABLE.contains(sort)) {
        resp.sendError(400);
        return;
      }
      statement.executeQuery(BASE + " ORDER BY " + sort); // ok: sql-injection

      int page = Integer.parseInt(req.getParameter("page"));
      statement.executeQuery(BASE + " LIMIT 20 OFFSET " + page * 20); // ok: sql-injection

      if (LEGACY_SEARCH) {
        statement.executeQuery(BASE + " WHERE note LIKE '%" + req.getParameter("q") + "%'"); // ok: sql-injection
      }
    } catch (SQLException e) {
      throw new ServletException(e);
    }
  }

  @Override
  protected void doPost(HttpServletRequest req, HttpServletResponse resp) throws ServletException {
    StringBuilder sql = new StringBuilder("UPDATE invoice SET ");
    String separator = "";
    for (Map.Entry<String, String[]> field : req.getParameterMap().entrySet()) {
      sql.append(separator).append(field.getKey()).append(" = '").append(field.getValue()[0]).append("'");
      separator = ", ";
    }
    try (Connection connection = dataSource.getConnection(); Statement update = connection.createStatement()) {
      update.executeUpdate(sql.toString()); // expect: sql-injection
      count(connection, "draft"); // ok: sql-injection
      count(connection, req.getHeader("X-State"));
    } catch (SQLException e) {
      throw new ServletException(e);
    }
  }

  private int count(Connection connection, String state) throws SQLException {
    ResultSet rows = connection.createStatement().executeQuery("SELECT COUNT(*) FROM invoice WHERE state = '" + state + "'"); // expect: sql-injection
    return rows.next() ? rows.getInt(1) : 0;
  }
}
