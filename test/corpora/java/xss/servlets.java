package com.acme.legacy;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.ObjectInputStream;
import java.io.PrintWriter;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.URL;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.Deque;
import java.util.ArrayDeque;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.StringTokenizer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.servlet.RequestDispatcher;
import javax.servlet.ServletConfig;
import javax.servlet.ServletException;
import javax.servlet.annotation.WebServlet;
import javax.servlet.http.Cookie;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import javax.sql.DataSource;
import org.apache.commons.lang3.StringEscapeUtils;
import org.apache.commons.lang3.StringUtils;
import org.owasp.encoder.Encode;

abstract class Page extends HttpServlet {
    protected abstract void render(HttpServletRequest req, PrintWriter out) throws IOException;

    protected String param(HttpServletRequest req, String name) {
        String value = req.getParameter(name);
        return value == null ? "" : value.trim();
    }

    @Override
    protected void doGet(HttpServletRequest req, HttpServletResponse resp) throws IOException {
        resp.setContentType("text/html");
        try (PrintWriter out = resp.getWriter()) {
            out.println("<html><body>");
            render(req, out);
            out.println("</body></html>");
        }
    }
}

@WebServlet("/hello")
class HelloPage extends Page {
    @Override
    protected void render(HttpServletRequest req, PrintWriter out) {
        String name = param(req, "name");
        out.printf("<h1>Hello %s</h1>%n", name); // expect: xss
        out.printf(Locale.ROOT, "<h1>Hello %s</h1>%n", Encode.forHtml(name)); // ok: xss
        out.append("<i>").append(StringEscapeUtils.escapeHtml4(param(req, "motto"))).append("</i>"); // ok: xss
        out.write(("<b>" + req.getQueryString() + "</b>").toCharArray()); // expect: xss
        out.format("<p>%d</p>", Integer.valueOf(param(req, "age"))); // ok: xss
        out.print(String.format("<p>%s</p>", String.valueOf(param(req, "x").hashCode()))); // ok: xss
    }
}

class EchoHeaders extends Page {
    @Override
    protected void render(HttpServletRequest req, PrintWriter out) {
        Enumeration<String> names = req.getHeaderNames();
        while (names.hasMoreElements()) {
            String name = names.nextElement();
            out.println("<li>" + req.getHeader(name)); // expect: xss
        }
        for (Map.Entry<String, String[]> e : req.getParameterMap().entrySet()) {
            out.println("<li>" + e.getValue()[0]); // expect: xss
            out.println("<li>" + e.getValue().length); // ok: xss
        }
        Cookie[] cookies = req.getCookies();
        if (cookies != null) {
            Arrays.stream(cookies).filter(c -> "lang".equals(c.getName())).map(Cookie::getValue).findFirst().ifPresent(v -> out.println("<p lang=" + v)); // expect: xss
        }
    }
}

class Accounts extends HttpServlet {
    private DataSource ds;
    private static final Pattern IBAN = Pattern.compile("^[A-Z]{2}\\d{2}[A-Z0-9]{11,30}$");

    private String where(String column, String value) {
        return " where " + column + " = '" + value + "'";
    }

    private boolean isIban(String s) {
        return s != null && IBAN.matcher(s).matches();
    }

    @Override
    protected void doPost(HttpServletRequest req, HttpServletResponse resp) throws ServletException, IOException {
        String iban = req.getParameter("iban");
        String owner = req.getParameter("owner");
        try (Connection c = ds.getConnection(); Statement st = c.createStatement()) {
            st.executeQuery("select * from accounts" + where("owner", owner)); // expect: sql-injection
            if (isIban(iban)) st.executeQuery("select * from accounts" + where("iban", iban)); // ok: sql-injection
            if (!isIban(iban)) {
                resp.sendError(400);
                return;
            }
            st.addBatch("update accounts set seen = now()" + where("iban", iban)); // ok: sql-injection
            st.executeBatch();
            String[] parts = owner.split(";");
            for (String part : parts) {
                st.executeUpdate("insert into owners values ('" + part + "')"); // expect: sql-injection
            }
            PreparedStatement ps = c.prepareStatement("select * from accounts where owner = ? and kind = '" + (req.getParameter("kind") != null ? "gold" : "plain") + "'"); // ok: sql-injection
            ps.setString(1, owner);
            CallableStatement cs = c.prepareCall("{call transfer_" + req.getParameter("proc") + "(?)}"); // expect: sql-injection
            cs.setString(1, iban);
            String escaped = owner.replace("'", "''");
            st.execute("select 1 from t where o = '" + escaped + "'"); // ok: sql-injection
        } catch (SQLException e) {
            e.printStackTrace(resp.getWriter()); // expect: information-exposure
        }
    }
}

class Ways extends HttpServlet {
    private Connection con;

    private static class Box<T> {
        private T value;

        void set(T value) {
            this.value = value;
        }

        T get() {
            return value;
        }
    }

    interface Source {
        String next();
    }

    private String last;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
        String bad = request.getParameter("q");
        try {
            Statement st = con.createStatement();
            Box<String> box = new Box<>();
            box.set(bad);
            st.executeQuery("select '" + box.get() + "'"); // expect: sql-injection
            box.set("fixed");
            st.executeQuery("select '" + box.get() + "'"); // ok: sql-injection
            Deque<String> stack = new ArrayDeque<>();
            stack.push(bad);
            stack.push("top");
            st.executeQuery("select '" + stack.pop() + "'"); // ok: sql-injection
            st.executeQuery("select '" + stack.pop() + "'"); // expect: sql-injection
            LinkedList<String> list = new LinkedList<>();
            list.add("a");
            list.addFirst(bad);
            st.executeQuery("select '" + list.getLast() + "'"); // ok: sql-injection
            st.executeQuery("select '" + list.getFirst() + "'"); // expect: sql-injection
            Map<String, String> map = new HashMap<>();
            map.put("safe", "x");
            map.put("bad", bad);
            st.executeQuery("select '" + map.get("safe") + "'"); // ok: sql-injection
            st.executeQuery("select '" + map.get("bad") + "'"); // expect: sql-injection
            Source source = () -> bad;
            st.executeQuery("select '" + source.next() + "'"); // expect: sql-injection
            Source quiet = new Source() {
                @Override
                public String next() {
                    return "quiet";
                }
            };
            st.executeQuery("select '" + quiet.next() + "'"); // ok: sql-injection
            StringTokenizer tokens = new StringTokenizer(bad, ",");
            while (tokens.hasMoreTokens()) st.executeQuery("select '" + tokens.nextToken() + "'"); // expect: sql-injection
            Properties props = new Properties();
            props.setProperty("q", bad);
            st.executeQuery("select '" + props.getProperty("q") + "'"); // expect: sql-injection
            st.executeQuery("select '" + props.getProperty("r", "none") + "'"); // ok: sql-injection
            char[] chars = bad.toCharArray();
            StringBuilder sb = new StringBuilder();
            for (int i = chars.length - 1; i >= 0; i--) sb.append(chars[i]);
            st.executeQuery("select '" + sb.reverse() + "'"); // expect: sql-injection
            StringBuilder digits = new StringBuilder();
            for (char ch : bad.toCharArray()) if (Character.isDigit(ch)) digits.append(ch);
            st.executeQuery("select " + digits); // ok: sql-injection
            String decoded = new String(Base64.getDecoder().decode(bad), StandardCharsets.UTF_8);
            st.executeQuery("select '" + decoded + "'"); // expect: sql-injection
            int n = 86;
            String choice = (7 * 18) + n > 200 ? "constant" : bad;
            st.executeQuery("select '" + choice + "'"); // ok: sql-injection
            Matcher m = Pattern.compile("id=(\\d+)").matcher(bad);
            if (m.find()) st.executeQuery("select " + m.group(1)); // ok: sql-injection
            Matcher w = Pattern.compile("name=(.*)").matcher(bad);
            if (w.find()) st.executeQuery("select '" + w.group(1) + "'"); // expect: sql-injection
            last = bad;
            st.executeQuery("select '" + last + "'"); // expect: sql-injection
            last = null;
            String[] array = {"a", bad, "c"};
            st.executeQuery("select '" + array[0] + "'"); // ok: sql-injection
            st.executeQuery("select '" + array[1] + "'"); // expect: sql-injection
            List<String> unmodifiable = Collections.unmodifiableList(Arrays.asList(bad, "b"));
            Iterator<String> it = unmodifiable.iterator();
            st.executeQuery("select '" + it.next() + "'"); // expect: sql-injection
            long id;
            try {
                id = Long.parseLong(bad);
            } catch (NumberFormatException e) {
                id = -1;
            }
            st.executeQuery("select * from t where id = " + id); // ok: sql-injection
            if (StringUtils.isNumeric(bad)) st.executeQuery("select * from t where id = " + bad); // ok: sql-injection
            if (StringUtils.isNotBlank(bad)) st.executeQuery("select * from t where id = " + bad); // expect: sql-injection
            throw new IllegalStateException(bad);
        } catch (IllegalStateException e) {
            response.getWriter().println(e.getMessage()); // expect: xss
        } catch (SQLException e) {
            throw new ServletException(e);
        }
    }
}

class Files2 extends HttpServlet {
    private File root;

    @Override
    public void init(ServletConfig config) {
        root = new File(config.getInitParameter("root"));
    }

    private File inside(String name) throws IOException {
        File f = new File(root, name).getCanonicalFile();
        if (!f.getPath().startsWith(root.getCanonicalPath() + File.separator)) throw new IOException("outside of the root");
        return f;
    }

    @Override
    protected void doGet(HttpServletRequest req, HttpServletResponse resp) throws IOException, ServletException {
        String name = URLDecoder.decode(req.getPathInfo(), "UTF-8");
        try (BufferedReader r = new BufferedReader(new FileReader(inside(name)))) { // ok: path-traversal
            resp.setHeader("X-First", "yes");
            resp.setContentType("text/plain");
        }
        File plain = new File(root + File.separator + name); // expect: path-traversal
        try (BufferedReader r = new BufferedReader(new FileReader(plain))) {
            String host = InetAddress.getByName(req.getRemoteAddr()).getHostName();
            resp.addHeader("X-Name", req.getParameter("n")); // expect: header-injection
        }
        if (name.matches("[\\w-]+\\.txt")) {
            new FileReader(new File(root, name)).close(); // ok: path-traversal
        }
        RequestDispatcher d = req.getRequestDispatcher("/WEB-INF/views/" + req.getParameter("view") + ".jsp"); // expect: path-traversal
        d.forward(req, resp);
    }

    @Override
    protected void doPut(HttpServletRequest req, HttpServletResponse resp) throws IOException {
        HttpSession session = req.getSession();
        session.setAttribute("role", req.getParameter("role")); // expect: trust-boundary
        session.setAttribute("page", Integer.parseInt(req.getParameter("page"))); // ok: trust-boundary
        resp.sendRedirect(req.getContextPath() + "/done?id=" + req.getParameter("id")); // ok: open-redirect
        String back = req.getParameter("back");
        if (back.startsWith("/") && !back.startsWith("//")) resp.sendRedirect(back); // ok: open-redirect
        else if (back.startsWith("http")) resp.sendRedirect(back); // expect: open-redirect
        URL url = new URL(req.getHeader("X-Callback"));
        HttpURLConnection con = (HttpURLConnection) url.openConnection(); // expect: ssrf
        con.setRequestMethod("POST");
        if (url.getHost().equals("hooks.acme.example")) {
            url.openStream().close(); // ok: ssrf
        }
        Cookie c = new Cookie("sid", session.getId());
        c.setHttpOnly(true);
        resp.addCookie(c); // expect: insecure-cookie
        Cookie d = new Cookie("sid2", session.getId());
        d.setHttpOnly(true);
        d.setSecure(true);
        resp.addCookie(d); // ok: insecure-cookie
        try (ObjectInputStream in = new ObjectInputStream(req.getInputStream())) {
            Object o = in.readObject(); // expect: unsafe-deserialization
            resp.getWriter().print(o.hashCode());
        } catch (ClassNotFoundException e) {
            resp.sendError(500, "bad class");
        }
    }
}
