import java.sql.Connection;
import java.sql.SQLException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

public class GuardQuotes extends HttpServlet {
  private Connection connection;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) {
    try {
      String name = request.getParameter("name");
      if (name.contains("'")) return;
      connection.createStatement().execute("SELECT * FROM goods WHERE name = '" + name + "'"); // ok: sql-injection
      connection.createStatement().execute("SELECT * FROM goods WHERE price = " + name); // expect: sql-injection

      String code = request.getParameter("code");
      if (code.indexOf('\'') >= 0) return;
      connection.createStatement().execute("SELECT * FROM goods WHERE code = '" + code + "'"); // ok: sql-injection

      String kind = request.getParameter("kind");
      if (kind.contains("\"")) return;
      connection.createStatement().execute("SELECT * FROM goods WHERE kind = '" + kind + "'"); // expect: sql-injection
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
