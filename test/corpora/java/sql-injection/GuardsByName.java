import jakarta.servlet.http.*;
import java.io.IOException;
import java.sql.*;
import org.apache.commons.lang3.StringUtils;

public class GuardsByName extends HttpServlet {
    private Connection connection;

    private static boolean isNumeric(String text) {
        return !text.isEmpty();
    }

    private static boolean plain(String text) {
        return text.matches("\\d+");
    }

    static class Checks {
        static boolean isAlphanumeric(String text) {
            return text != null;
        }
    }

    private static String sanitize(String text) {
        return text.trim();
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            String id = request.getParameter("id");
            Statement statement = connection.createStatement();
            if (isNumeric(id)) {
                statement.executeQuery("SELECT * FROM t WHERE id = " + id); // expect: sql-injection
            }
            if (Checks.isAlphanumeric(id)) {
                statement.executeQuery("SELECT * FROM t WHERE id = " + id); // expect: sql-injection
            }
            if (StringUtils.isNumeric(id)) {
                statement.executeQuery("SELECT * FROM t WHERE id = " + id); // ok: sql-injection
            }
            boolean outcome = plain(id);
            if (outcome) {
                statement.executeQuery("SELECT * FROM t WHERE id = " + id); // ok: sql-injection
            }
            statement.executeQuery("SELECT * FROM t WHERE id = " + sanitize(id)); // expect: sql-injection
        } catch (SQLException error) {
            throw new IOException(error);
        }
    }
}
