package com.shop.legacy;

import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import javax.sql.DataSource;
import org.hibernate.Session;
import org.hibernate.SessionFactory;

@WebServlet("/report")
public class StatefulReportServlet extends HttpServlet {
    private DataSource dataSource;
    private SessionFactory sessions;
    private static String lastQuery = "";
    private static final boolean LEGACY = false;

    private static class Criteria {
        private String column;
        private String value;
        private int page;

        Criteria column(String column) { this.column = column; return this; }
        Criteria value(String value) { this.value = value; return this; }
        Criteria page(int page) { this.page = page; return this; }

        String toSql() {
            return "SELECT * FROM report WHERE " + column + " = '" + value + "'";
        }

        String paging() {
            return "SELECT * FROM report OFFSET " + page;
        }
    }

    @Override
    protected void doGet(HttpServletRequest req, HttpServletResponse resp) throws ServletException, IOException {
        try (Connection c = dataSource.getConnection(); Statement s = c.createStatement()) {
            Criteria criteria = new Criteria().column("owner").value(req.getParameter("owner")).page(Integer.parseInt(req.getParameter("page")));
            s.executeQuery(criteria.toSql()); // expect: sql-injection
            s.executeQuery(criteria.paging()); // ok: sql-injection

            StringBuilder sb = new StringBuilder("SELECT * FROM report WHERE 1=1");
            List<Object> args = new ArrayList<>();
            if (req.getParameter("from") != null) {
                sb.append(" AND day >= ?");
                args.add(req.getParameter("from"));
            }
            PreparedStatement ps = c.prepareStatement(sb.toString()); // ok: sql-injection
            for (int i = 0; i < args.size(); i++) ps.setObject(i + 1, args.get(i));
            ps.executeQuery(); // ok: sql-injection

            StringBuffer buffer = new StringBuffer();
            Enumeration<String> names = req.getParameterNames();
            while (names.hasMoreElements()) {
                String name = names.nextElement();
                buffer.append(name).append(" = ? AND ");
            }
            s.addBatch("SELECT * FROM report WHERE " + buffer + " 1=1"); // expect: sql-injection

            Map<String, String> fields = new LinkedHashMap<>();
            fields.put("title", req.getParameter("title"));
            fields.put("author", "system");
            s.execute("UPDATE report SET author = '" + fields.get("author") + "'"); // ok: sql-injection
            s.execute("UPDATE report SET title = '" + fields.get("title") + "'"); // expect: sql-injection

            for (Map.Entry<String, String> e : fields.entrySet()) {
                s.executeUpdate("UPDATE report SET " + e.getKey() + " = '" + e.getValue().replace("'", "''") + "'"); // ok: sql-injection
            }

            String mode = req.getParameter("mode");
            if (LEGACY) {
                s.execute("SET mode " + mode); // ok: sql-injection
            }

            lastQuery = "SELECT * FROM report WHERE id = " + req.getParameter("id");
            rerun(s);

            ResultSet rs = s.executeQuery("SELECT name FROM owners"); // ok: sql-injection
            while (rs.next()) {
                s.executeQuery("SELECT * FROM report WHERE owner = '" + rs.getString("name") + "'"); // expect: sql-injection
            }
        } catch (SQLException e) {
            throw new ServletException(e);
        }
    }

    private void rerun(Statement s) throws SQLException {
        s.executeQuery(lastQuery); // expect: sql-injection
    }

    @Override
    protected void doPost(HttpServletRequest req, HttpServletResponse resp) throws IOException {
        BufferedReader reader = req.getReader();
        String line = reader.readLine();
        Properties p = new Properties();
        p.setProperty("owner", line);
        p.setProperty("kind", "monthly");
        try (Session session = sessions.openSession()) {
            session.createQuery("from Report where kind = '" + p.getProperty("kind") + "'").list(); // ok: sql-injection
            session.createQuery("from Report where owner = '" + p.getProperty("owner") + "'").list(); // expect: sql-injection
            session.createNativeQuery("SELECT * FROM report WHERE owner = :o").setParameter("o", line).list(); // ok: sql-injection
            String[] parts = line.split(";");
            long id = Long.parseLong(parts[0]);
            session.createNativeQuery("SELECT * FROM report WHERE id = " + id).list(); // ok: sql-injection
            session.createNativeQuery("SELECT * FROM report WHERE owner = '" + parts[1] + "'").list(); // expect: sql-injection
        }
        HashMap<String, String[]> copy = new HashMap<>(req.getParameterMap());
        String[] tags = copy.get("tag");
        try (Connection c = dataSource.getConnection()) {
            c.createStatement().execute("DELETE FROM tags WHERE name IN ('" + String.join("','", tags) + "')"); // expect: sql-injection
        } catch (SQLException e) {
            resp.sendError(500);
        }
    }
}
// threat-models: database
