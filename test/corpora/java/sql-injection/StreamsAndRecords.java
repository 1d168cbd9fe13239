package inventory;

import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.*;
import java.io.IOException;
import java.sql.*;
import java.util.*;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.sql.DataSource;

@WebServlet("/inventory")
public class StreamsAndRecords extends HttpServlet {
    private transient DataSource dataSource;

    record Filter(String column, String value) {
        String toSql() {
            return column + " = '" + value + "'";
        }
    }

    static <T, R> R apply(T value, Function<T, R> function) {
        return function.apply(value);
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String[] names = request.getParameterValues("name");
        String in = Arrays.stream(names).map(n -> "'" + n + "'").collect(Collectors.joining(","));
        String marks = Arrays.stream(names).map(n -> "?").collect(Collectors.joining(","));
        Filter filter = new Filter("sku", request.getParameter("sku"));
        try (Connection c = dataSource.getConnection(); Statement s = c.createStatement()) {
            s.executeQuery("SELECT * FROM i WHERE name IN (" + in + ")"); // expect: sql-injection
            PreparedStatement p = c.prepareStatement("SELECT * FROM i WHERE name IN (" + marks + ")"); // ok: sql-injection
            for (int i = 0; i < names.length; i++) p.setString(i + 1, names[i]);
            p.executeQuery(); // ok: sql-injection
            s.executeQuery("SELECT * FROM i WHERE " + filter.toSql()); // expect: sql-injection
            s.executeQuery("SELECT " + filter.column() + " FROM i"); // ok: sql-injection
            s.executeQuery("SELECT * FROM i WHERE a=" + apply(request.getParameter("a"), Integer::valueOf)); // ok: sql-injection
            s.executeQuery("SELECT * FROM i WHERE b='" + apply(request.getParameter("b"), String::toLowerCase) + "'"); // expect: sql-injection
            Map<String, String> values = new HashMap<>();
            for (Enumeration<String> e = request.getParameterNames(); e.hasMoreElements();) {
                String key = e.nextElement();
                values.put(key, request.getParameter(key));
            }
            s.executeUpdate("UPDATE i SET q = '" + values.get("q") + "'"); // expect: sql-injection
            String sort = switch (request.getParameter("sort")) {
                case "price" -> "price";
                case "name" -> "name";
                default -> throw new IllegalArgumentException();
            };
            s.executeQuery("SELECT * FROM i ORDER BY " + sort); // ok: sql-injection
            Optional<String> tag = Optional.ofNullable(request.getHeader("X-Tag")).filter(t -> !t.isBlank());
            if (tag.isPresent()) s.execute("SELECT * FROM tags WHERE t='" + tag.get() + "'"); // expect: sql-injection
            String id = request.getParameter("id");
            if (!id.matches("\\d+")) {
                response.sendError(400);
                return;
            }
            s.execute("SELECT * FROM i WHERE id=" + id); // ok: sql-injection
            s.execute("SELECT * FROM i WHERE u='" + UUID.fromString(request.getParameter("u")) + "'"); // ok: sql-injection
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
        String name = null;
        for (Cookie cookie : request.getCookies()) {
            if (cookie.getName().equals("name")) {
                name = java.net.URLDecoder.decode(cookie.getValue(), "UTF-8");
            }
        }
        String body = request.getReader().lines().collect(Collectors.joining("\n"));
        try (Connection c = dataSource.getConnection()) {
            c.createStatement().executeUpdate("INSERT INTO i VALUES ('" + name + "')"); // expect: sql-injection
            c.createStatement().executeUpdate("INSERT INTO i VALUES ('" + body + "')"); // expect: sql-injection
        } catch (SQLException e) {
            throw new ServletException(e);
        }
    }
}
