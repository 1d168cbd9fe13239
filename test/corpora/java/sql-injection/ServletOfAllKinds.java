package com.acme.rules;

import java.io.*;
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.security.*;
import java.sql.*;
import java.util.*;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.*;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.SecretKey;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import javax.naming.directory.*;
import javax.net.ssl.*;
import javax.script.*;
import javax.servlet.*;
import javax.servlet.annotation.WebServlet;
import javax.servlet.http.*;
import javax.sql.DataSource;
import javax.xml.XMLConstants;
import javax.xml.parsers.*;
import javax.xml.stream.XMLInputFactory;
import javax.xml.transform.TransformerFactory;
import javax.xml.xpath.*;
import org.apache.commons.io.FilenameUtils;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.text.StringEscapeUtils;
import org.owasp.encoder.Encode;
import org.owasp.esapi.ESAPI;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xml.sax.InputSource;

@WebServlet("/s")
public class Servlets extends HttpServlet {
    private static final Logger LOG = LoggerFactory.getLogger(Servlets.class);
    private static final Set<String> COLUMNS = Set.of("name", "age");
    private static final Map<String, String> FILES = Map.of("a", "a.txt", "b", "b.txt");
    private DataSource ds;

    @Override
    protected void doGet(HttpServletRequest req, HttpServletResponse resp) throws ServletException, IOException {
        try (Connection c = ds.getConnection()) {
            String id = req.getParameter("id");
            Statement st = c.createStatement();
            st.executeQuery("SELECT * FROM u WHERE id = " + id); // expect: sql-injection
            st.executeQuery("SELECT * FROM u WHERE id = " + Integer.parseInt(id)); // ok: sql-injection
            PreparedStatement ps = c.prepareStatement("SELECT * FROM u WHERE id = ?"); // ok: sql-injection
            ps.setString(1, id);
            PreparedStatement bad = c.prepareStatement("SELECT * FROM u WHERE id = '" + id + "' AND n = ?"); // expect: sql-injection
            bad.executeQuery();
            String col = req.getParameter("col");
            if (!COLUMNS.contains(col)) {
                throw new IllegalArgumentException("col");
            }
            st.execute(String.format("SELECT %s FROM u", col)); // ok: sql-injection
            StringBuilder sb = new StringBuilder("SELECT * FROM u WHERE 1=1");
            List<Object> args = new ArrayList<>();
            for (String n : req.getParameterValues("n")) {
                sb.append(" AND n = ?");
                args.add(n);
            }
            PreparedStatement dyn = c.prepareStatement(sb.toString()); // ok: sql-injection
            dyn.setObject(1, args.get(0));
            StringBuilder sb2 = new StringBuilder("SELECT * FROM u WHERE 1=1");
            for (String n : req.getParameterValues("n")) {
                sb2.append(" AND n = '").append(n).append("'");
            }
            st.addBatch(sb2.toString()); // expect: sql-injection
            sb2.setLength(0);
            sb2.append("DELETE FROM log");
            st.executeUpdate(sb2.toString()); // ok: sql-injection
            String marks = String.join(",", Collections.nCopies(req.getParameterValues("n").length, "?"));
            c.prepareStatement("SELECT * FROM u WHERE n IN (" + marks + ")"); // ok: sql-injection
            String in = Arrays.stream(req.getParameterValues("n")).map(x -> "'" + x + "'").collect(Collectors.joining(","));
            c.prepareCall("{call find(" + in + ")}"); // expect: sql-injection
            String uuid = UUID.fromString(req.getParameter("uuid")).toString();
            st.executeQuery("SELECT * FROM u WHERE g = '" + uuid + "'"); // ok: sql-injection
            String order = "asc".equalsIgnoreCase(req.getParameter("o")) ? "ASC" : "DESC";
            st.executeQuery("SELECT * FROM u ORDER BY id " + order); // ok: sql-injection
            Direction dir = Direction.valueOf(req.getParameter("dir"));
            st.executeQuery("SELECT * FROM u ORDER BY id " + dir); // ok: sql-injection
        } catch (SQLException e) {
            throw new ServletException(e);
        }
    }

    enum Direction { ASC, DESC }

    @Override
    protected void doPost(HttpServletRequest req, HttpServletResponse resp) throws ServletException, IOException {
        String name = req.getParameter("name");
        PrintWriter out = resp.getWriter();
        resp.setContentType("text/html");
        out.println("<p>" + name + "</p>"); // expect: xss
        out.println("<p>" + Encode.forHtml(name) + "</p>"); // ok: xss
        out.println("<p>" + StringEscapeUtils.escapeHtml4(name) + "</p>"); // ok: xss
        out.println("<p>" + ESAPI.encoder().encodeForHTML(name) + "</p>"); // ok: xss
        out.printf("<p>%s</p>", name); // expect: xss
        out.printf("<p>%d</p>", Long.valueOf(name)); // ok: xss
        out.write("<script>var a = '" + Encode.forJavaScript(name) + "';</script>"); // ok: xss
        out.println("<p>" + StringUtils.capitalize(name) + "</p>"); // expect: xss
        Cookie cookie = new Cookie("session", "x");
        resp.addCookie(cookie); // expect: insecure-cookie
        Cookie good = new Cookie("session", "x"); // ok: insecure-cookie
        good.setSecure(true);
        good.setHttpOnly(true);
        resp.addCookie(good);
        req.getSession().setAttribute("role", req.getParameter("role")); // expect: trust-boundary
        LOG.info("user {}", name); // expect: log-injection
        LOG.info("user {}", name.replaceAll("[\r\n]", "_")); // ok: log-injection
        resp.sendRedirect(req.getParameter("to")); // expect: open-redirect
        resp.sendRedirect(req.getContextPath() + "/home?n=" + URLEncoder.encode(name, StandardCharsets.UTF_8)); // ok: open-redirect
    }

    @Override
    protected void doPut(HttpServletRequest req, HttpServletResponse resp) throws IOException {
        String f = req.getParameter("f");
        new FileInputStream("/srv/" + f).close(); // expect: path-traversal
        new FileInputStream("/srv/" + FilenameUtils.getName(f)).close(); // ok: path-traversal
        Files.readString(Paths.get("/srv", f)); // expect: path-traversal
        Files.readString(Path.of("/srv", FILES.get(f))); // ok: path-traversal
        Path base = Path.of("/srv").toRealPath();
        Path p = base.resolve(f).normalize();
        if (!p.startsWith(base)) {
            resp.sendError(404);
            return;
        }
        Files.delete(p); // ok: path-traversal
        File file = new File("/srv", f);
        if (file.getCanonicalPath().startsWith("/srv/")) {
            new FileReader(file).close(); // ok: path-traversal
        }
        ZipInputStream zip = new ZipInputStream(req.getInputStream());
        for (ZipEntry e = zip.getNextEntry(); e != null; e = zip.getNextEntry()) {
            Files.copy(zip, Path.of("/srv/out").resolve(e.getName())); // expect: path-traversal
        }
    }

    @Override
    protected void doDelete(HttpServletRequest req, HttpServletResponse resp) throws IOException {
        String h = req.getHeader("X-Host");
        Runtime.getRuntime().exec("ping " + h); // expect: command-injection
        Runtime.getRuntime().exec(new String[] {"/bin/sh", "-c", "ping " + h}); // expect: command-injection
        Runtime.getRuntime().exec(new String[] {"ping", "-c", "1", "--", h}); // ok: command-injection
        new ProcessBuilder("bash", "-c", "ping " + h).start(); // expect: command-injection
        new ProcessBuilder(List.of("ping", "--", h)).start(); // ok: command-injection
        if (Pattern.matches("[a-z0-9.]+", h)) {
            Runtime.getRuntime().exec("ping " + h); // ok: command-injection
        }
        ProcessBuilder pb = new ProcessBuilder();
        List<String> cmd = new ArrayList<>();
        cmd.add(h);
        cmd.add("-v");
        pb.command(cmd); // expect: command-injection
        pb.start();
        try {
            ScriptEngine js = new ScriptEngineManager().getEngineByName("js");
            js.eval(h); // expect: code-injection
            js.put("h", h);
            js.eval("h.length"); // ok: code-injection
            Class.forName(h).getDeclaredConstructor().newInstance(); // expect: unsafe-reflection
        } catch (ReflectiveOperationException | ScriptException e) {
            throw new IOException(e);
        }
    }

    protected void service(HttpServletRequest req, HttpServletResponse resp) throws IOException {
        String url = req.getParameter("url");
        new URL(url).openStream(); // expect: ssrf
        URI u = URI.create(url);
        if ("api.example.com".equals(u.getHost())) {
            u.toURL().openConnection().getInputStream(); // ok: ssrf
        }
        new URL("https://api.example.com/items/" + req.getParameter("item")).openStream(); // ok: ssrf
        try {
            DocumentBuilderFactory f = DocumentBuilderFactory.newInstance();
            f.newDocumentBuilder().parse(req.getInputStream()); // expect: xxe
            DocumentBuilderFactory g = DocumentBuilderFactory.newInstance();
            g.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            g.newDocumentBuilder().parse(req.getInputStream()); // ok: xxe
            XMLInputFactory x = XMLInputFactory.newInstance();
            x.createXMLStreamReader(req.getInputStream()); // expect: xxe
            XMLInputFactory y = XMLInputFactory.newFactory();
            y.setProperty(XMLInputFactory.SUPPORT_DTD, false);
            y.createXMLStreamReader(req.getInputStream()); // ok: xxe
            SAXParserFactory.newInstance().newSAXParser().parse(req.getInputStream(), new org.xml.sax.helpers.DefaultHandler()); // expect: xxe
            XPath xp = XPathFactory.newInstance().newXPath();
            xp.evaluate("//u[@n='" + url + "']", new InputSource("u.xml")); // expect: xpath-injection
            xp.setXPathVariableResolver(q -> url);
            xp.compile("//u[@n=$n]").evaluate(new InputSource("u.xml")); // ok: xpath-injection
            DirContext ctx = new InitialDirContext();
            ctx.search("dc=x", "(uid=" + url + ")", new SearchControls()); // expect: ldap-injection
            ctx.search("dc=x", "(uid={0})", new Object[] {url}, new SearchControls()); // ok: ldap-injection
            Object o = new ObjectInputStream(req.getInputStream()).readObject(); // expect: unsafe-deserialization
            ObjectInputStream ois = new ObjectInputStream(req.getInputStream());
            ois.setObjectInputFilter(ObjectInputFilter.Config.createFilter("com.acme.*;!*"));
            ois.readObject(); // ok: unsafe-deserialization
            new java.beans.XMLDecoder(req.getInputStream()).readObject(); // expect: unsafe-deserialization
        } catch (Exception e) {
            LOG.error("failed", e);
        }
        Pattern.compile("^(a+)+$").matcher(url).matches(); // expect: redos
        Pattern.compile("^a+$").matcher(url).matches(); // ok: redos
        Pattern.compile(url); // expect: regex-injection
        Pattern.compile(Pattern.quote(url)); // ok: regex-injection
    }
}
