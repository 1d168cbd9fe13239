package com.acme.audit;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

@Controller
public class AuditLogDao {
  private final SessionFactory sessions;
  private final Connection connection;
  private String lastActor = "nobody";

  public AuditLogDao(SessionFactory sessions, Connection connection) {
    this.sessions = sessions;
    this.connection = connection;
  }

  abstract static class Clause {
    protected final String value;

    Clause(String value) {
      this.value = value;
    }

    abstract String render();
  }

  static class Raw extends Clause {
    Raw(String value) {
      super(value);
    }

    @Override
    String render() {
      return "actor = '" + value + "'";
    }
  }

  static class Placeholder extends Clause {
    Placeholder(String value) {
      super(value);
    }

    @Override
    String render() {
      return "actor = ?";
    }
  }

  @RequestMapping("/audit")
  public void list(@RequestParam String actor, @RequestParam Optional<String> level) throws SQLException {
    Session session = sessions.getCurrentSession();
    Clause raw = new Raw(actor);
    Clause bound = new Placeholder(actor);
    session.createNativeQuery("select * from audit where " + raw.render()); // expect: sql-injection
    session.createNativeQuery("select * from audit where " + bound.render()); // ok: sql-injection

    String chosen = level.orElse("INFO");
    session.createQuery("from Audit where level = '" + chosen + "'"); // expect: sql-injection

    Function<String, String> quote = s -> "'" + s.replace("'", "''") + "'";
    Supplier<String> fixed = () -> "'WARN'";
    session.createQuery("from Audit where level = " + fixed.get()); // ok: sql-injection
    Function<String, String> keep = s -> s;
    session.createQuery("from Audit where actor = " + keep.apply(actor)); // expect: sql-injection

    this.lastActor = actor;
    recount();
    this.lastActor = "system";
    recountFixed();
  }

  private void recount() throws SQLException {
    Statement s = connection.createStatement();
    s.execute("update stats set n = n + 1 where actor = '" + lastActor + "'"); // expect: sql-injection
  }

  private void recountFixed() throws SQLException {
    String actor = "anybody";
    connection.createStatement().execute("update stats set n = 0 where actor = '" + actor + "'"); // ok: sql-injection
  }

  /** What an earlier request stored is no safer for having been in the database. */
  public void replay(Connection c) throws SQLException {
    ResultSet saved = c.createStatement().executeQuery("select filter, owner_id from saved_search"); // ok: sql-injection
    while (saved.next()) {
      c.createStatement().executeQuery("select * from audit where " + saved.getString("filter")); // expect: sql-injection
      c.createStatement().executeQuery("select * from audit where owner = " + saved.getInt("owner_id")); // ok: sql-injection
    }
  }
}
// threat-models: database
