package com.acme.values;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

public class ValueObjects extends HttpServlet {
  record Slug(String value) {
    private static final Pattern ALLOWED = Pattern.compile("^[a-z0-9-]{1,40}$");

    Slug {
      if (value == null || !ALLOWED.matcher(value).matches()) {
        throw new IllegalArgumentException("bad slug");
      }
    }
  }

  record Label(String value) {
    Label {
      Objects.requireNonNull(value);
      value = value.trim();
    }
  }

  record Column(String name) {
    static final Set<String> KNOWN = Set.of("id", "name", "created");

    Column {
      if (!KNOWN.contains(name)) throw new IllegalArgumentException(name);
    }
  }

  record Range(int from, int to) {}

  static final class FileName {
    private final String name;

    private FileName(String name) {
      this.name = name;
    }

    static FileName parse(String raw) {
      if (!raw.matches("\\w+\\.txt")) {
        throw new IllegalArgumentException("name");
      }
      return new FileName(raw);
    }

    static FileName trusted(String raw) {
      return new FileName(raw);
    }

    String name() {
      return name;
    }
  }

  private Connection db;

  @Override
  protected void doGet(HttpServletRequest req, HttpServletResponse resp) throws IOException {
    try (var st = db.createStatement()) {
      Slug slug = new Slug(req.getParameter("slug"));
      st.executeQuery("SELECT * FROM posts WHERE slug = '" + slug.value() + "'"); // ok: sql-injection
      Label label = new Label(req.getParameter("label"));
      st.executeQuery("SELECT * FROM posts WHERE label = '" + label.value() + "'"); // expect: sql-injection
      var column = new Column(req.getParameter("sort"));
      st.executeQuery("SELECT * FROM posts ORDER BY " + column.name()); // ok: sql-injection
      Range range = new Range(Integer.parseInt(req.getParameter("from")), 10);
      st.executeQuery("SELECT * FROM posts LIMIT " + range.from() + "," + range.to()); // ok: sql-injection
      UUID id = UUID.fromString(req.getParameter("id"));
      st.executeQuery("SELECT * FROM posts WHERE id = '" + id + "'"); // ok: sql-injection
      st.executeQuery("SELECT * FROM posts WHERE id = '%s'".formatted(req.getParameter("ref"))); // expect: sql-injection
      Kind kind = Kind.valueOf(req.getParameter("kind").toUpperCase());
      st.executeQuery("SELECT * FROM posts WHERE kind = '" + kind + "'"); // ok: sql-injection
      st.executeQuery("SELECT * FROM posts WHERE kind = '" + kind.name().toLowerCase() + "'"); // ok: sql-injection
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    new FileInputStream(new File("/srv/notes", FileName.parse(req.getParameter("f")).name())); // ok: path-traversal
    new FileInputStream(new File("/srv/notes", FileName.trusted(req.getParameter("f")).name())); // expect: path-traversal
  }

  enum Kind {
    NEWS,
    BLOG
  }
}
