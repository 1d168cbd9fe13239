package com.acme.reports;

import java.sql.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
import java.util.stream.*;
import javax.servlet.http.*;
import org.apache.ibatis.annotations.*;
import org.hibernate.Session;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;

public class Reports extends HttpServlet {
    private Connection con;
    private DSLContext dsl;
    private Session session;
    private final ExecutorService pool = Executors.newFixedThreadPool(2);

    private static String orderBy(String field, boolean desc) {
        return " ORDER BY " + field + (desc ? " DESC" : "");
    }

    private enum Column { NAME, AGE }

    @Override
    protected void doGet(HttpServletRequest req, HttpServletResponse resp) {
        try {
            Statement st = con.createStatement();
            String name = req.getParameter("name");
            st.executeQuery("SELECT * FROM p" + orderBy(req.getParameter("f"), true)); // expect: sql-injection
            Column col = Column.valueOf(req.getParameter("c"));
            st.executeQuery("SELECT * FROM p ORDER BY " + col); // ok: sql-injection
            st.executeQuery("SELECT * FROM p ORDER BY " + col.name()); // ok: sql-injection
            String sql = String.format("SELECT * FROM p WHERE n = '%s'", name);
            pool.submit(() -> st.execute(sql)); // expect: sql-injection
            PreparedStatement ps = con.prepareStatement("SELECT * FROM p WHERE n = ?"); // ok: sql-injection
            ps.setString(1, name);
            ps.executeQuery();
            String in = Arrays.stream(req.getParameterValues("id")).map(x -> "?").collect(Collectors.joining(","));
            con.prepareStatement("SELECT * FROM p WHERE id IN (" + in + ")"); // ok: sql-injection
            String in2 = Arrays.stream(req.getParameterValues("id")).collect(Collectors.joining(","));
            con.prepareStatement("SELECT * FROM p WHERE id IN (" + in2 + ")"); // expect: sql-injection
            String in3 = Stream.of(req.getParameterValues("id")).map(Integer::valueOf).map(String::valueOf).collect(Collectors.joining(","));
            con.prepareStatement("SELECT * FROM p WHERE id IN (" + in3 + ")"); // ok: sql-injection
            dsl.fetch("SELECT * FROM p WHERE n = ?", name); // ok: sql-injection
            dsl.fetch("SELECT * FROM p WHERE n = '" + name + "'"); // expect: sql-injection
            dsl.selectFrom("p").where(DSL.condition("n = '" + name + "'")).fetch(); // expect: sql-injection
            session.createQuery("from P where n = '" + name + "'").list(); // expect: sql-injection
            session.createQuery("from P where n = :n").setParameter("n", name).list(); // ok: sql-injection
            Optional.ofNullable(req.getHeader("X-T")).map(t -> "DELETE FROM " + t).ifPresent(this::execute);
            Map<String, String> map = new HashMap<>();
            for (Enumeration<String> e = req.getParameterNames(); e.hasMoreElements();) {
                String k = e.nextElement();
                map.put(k, req.getParameter(k));
            }
            st.addBatch("INSERT INTO l VALUES ('" + map.get("x") + "')"); // expect: sql-injection
            resp.setContentType("text/html");
            resp.getWriter().printf("<p>%s</p>", name); // expect: xss
            resp.getWriter().printf("<p>%d</p>", Integer.parseInt(name)); // ok: xss
        } catch (Exception e) {
            e.printStackTrace();
            resp.setHeader("X-Error", "failed"); // ok: header-injection
        }
    }

    private void execute(String sql) {
        try {
            con.createStatement().executeUpdate(sql); // expect: sql-injection
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
