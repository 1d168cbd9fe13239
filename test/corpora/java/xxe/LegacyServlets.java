package legacy;

import java.io.*;
import java.net.*;
import java.sql.*;
import java.util.*;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import javax.naming.directory.DirContext;
import javax.naming.directory.SearchControls;
import javax.net.ssl.HttpsURLConnection;
import javax.script.ScriptEngineManager;
import javax.servlet.ServletException;
import javax.servlet.annotation.WebServlet;
import javax.servlet.http.*;
import javax.sql.DataSource;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.XMLInputFactory;
import javax.xml.transform.TransformerFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.owasp.encoder.Encode;

@WebServlet("/legacy")
public class LegacyServlets extends HttpServlet {
    private static final BlockingQueue<String> JOBS = new LinkedBlockingQueue<>();
    private static final BlockingQueue<Integer> SIZES = new LinkedBlockingQueue<>();
    private final ExecutorService pool = Executors.newFixedThreadPool(2);
    private DataSource ds;

    @Override
    protected void doGet(HttpServletRequest req, HttpServletResponse resp) throws ServletException, IOException {
        String action = Objects.requireNonNullElse(req.getParameter("action"), "list");
        switch (action) {
            case "list" -> list(req, resp);
            case "enqueue" -> {
                JOBS.offer(req.getParameter("job"));
                SIZES.add(Integer.valueOf(req.getParameter("size")));
            }
            case "forward" -> req.getRequestDispatcher("/WEB-INF/" + action + ".jsp").forward(req, resp); // ok: path-traversal
            default -> resp.sendError(404);
        }
    }

    private void list(HttpServletRequest req, HttpServletResponse resp) throws IOException {
        resp.setContentType("text/html");
        PrintWriter out = resp.getWriter();
        Enumeration<String> names = req.getParameterNames();
        while (names.hasMoreElements()) {
            String name = names.nextElement();
            out.println("<li>" + Encode.forHtml(name)); // ok: xss
            for (String value : req.getParameterValues(name)) {
                out.printf("<i>%s</i>", value); // expect: xss
            }
        }
        Map<String, String[]> all = req.getParameterMap();
        out.write(all.get("x")[0]); // expect: xss
        out.append("<p>").append(String.valueOf(all.size())); // ok: xss
    }

    @Override
    protected void doPost(HttpServletRequest req, HttpServletResponse resp) throws ServletException, IOException {
        String id = req.getParameter("id");
        String user = req.getHeader("X-User");
        try (Connection c = ds.getConnection(); Statement st = c.createStatement()) {
            st.addBatch("UPDATE t SET u = '" + user + "'"); // expect: sql-injection
            st.executeBatch();
            try (PreparedStatement ps = c.prepareStatement("SELECT * FROM t WHERE id = ? ORDER BY " + (req.getParameter("desc") != null ? "id DESC" : "id"))) { // ok: sql-injection
                ps.setString(1, id);
                ResultSet rs = ps.executeQuery();
                while (rs.next()) {
                    resp.getWriter().println(Encode.forHtml(rs.getString(1))); // ok: xss
                }
            }
            try (CallableStatement cs = c.prepareCall("{call " + req.getParameter("proc") + "(?)}")) { // expect: sql-injection
                cs.setString(1, id);
            }
            int n = Integer.parseInt(id);
            st.executeQuery("SELECT * FROM t WHERE n = " + n); // ok: sql-injection
            st.executeUpdate("DELETE FROM t WHERE u = '" + user.replace("'", "''") + "'");
        } catch (SQLException e) {
            e.printStackTrace(resp.getWriter()); // expect: information-exposure
        } catch (NumberFormatException e) {
            resp.sendError(HttpServletResponse.SC_BAD_REQUEST, "not a number"); // ok: information-exposure
        }
        pool.submit(() -> Runtime.getRuntime().exec("/bin/job.sh " + id)); // expect: command-injection
        pool.execute(new Job(req.getParameter("cmd")));
        req.getSession().setAttribute("role", req.getParameter("role")); // expect: trust-boundary
        req.getSession().setAttribute("seen", Boolean.TRUE); // ok: trust-boundary
        Cookie remember = new Cookie("remember", "1");
        remember.setMaxAge(3600);
        resp.addCookie(remember); // expect: insecure-cookie
    }

    static final class Job implements Runnable {
        private final String cmd;

        Job(String cmd) {
            this.cmd = cmd;
        }

        @Override
        public void run() {
            try {
                Runtime.getRuntime().exec(new String[] {"sh", "-c", cmd}); // expect: command-injection
                Runtime.getRuntime().exec(new String[] {"job", cmd}); // ok: command-injection
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    static void drain() throws Exception {
        while (true) {
            String job = JOBS.take();
            Runtime.getRuntime().exec("sh -c " + job); // expect: command-injection
            Runtime.getRuntime().exec("resize " + SIZES.take()); // ok: command-injection
        }
    }
}

class Documents {
    private final DirContext ctx;

    Documents(DirContext ctx) {
        this.ctx = ctx;
    }

    void find(HttpServletRequest req) throws Exception {
        String uid = req.getParameter("uid");
        ctx.search("ou=people", "(uid={0})", new Object[] {uid}, new SearchControls()); // ok: ldap-injection
        ctx.search("ou=people", "(uid=" + uid + ")", new SearchControls()); // expect: ldap-injection
        XPath xpath = XPathFactory.newInstance().newXPath();
        xpath.setXPathVariableResolver(v -> uid);
        xpath.evaluate("//user[@id=$uid]", new org.xml.sax.InputSource("u.xml"), XPathConstants.NODE); // ok: xpath-injection
        xpath.compile("//user[@id='" + uid + "']").evaluate(new org.xml.sax.InputSource("u.xml")); // expect: xpath-injection
    }

    void parse(HttpServletRequest req) throws Exception {
        DocumentBuilderFactory loose = DocumentBuilderFactory.newInstance();
        loose.newDocumentBuilder().parse(req.getInputStream()); // expect: xxe
        DocumentBuilderFactory strict = DocumentBuilderFactory.newInstance();
        strict.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        strict.newDocumentBuilder().parse(req.getInputStream()); // ok: xxe
        XMLInputFactory stax = XMLInputFactory.newFactory();
        stax.setProperty(XMLInputFactory.SUPPORT_DTD, Boolean.FALSE);
        stax.createXMLStreamReader(req.getReader()); // ok: xxe
        XMLInputFactory open = XMLInputFactory.newInstance();
        open.createXMLEventReader(req.getInputStream()); // expect: xxe
        SAXParserFactory sax = SAXParserFactory.newInstance();
        sax.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        sax.setFeature("http://xml.org/sax/features/external-general-entities", false);
        sax.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
        sax.newSAXParser().parse(req.getInputStream(), new org.xml.sax.helpers.DefaultHandler()); // ok: xxe
        new ScriptEngineManager().getEngineByName("js").eval(req.getParameter("script")); // expect: code-injection
        try (ObjectInputStream in = new ObjectInputStream(req.getInputStream())) {
            in.readObject(); // expect: unsafe-deserialization
        }
        try (ObjectInputStream in = new ObjectInputStream(new FileInputStream("/var/lib/app/state"))) {
            in.readObject(); // ok: unsafe-deserialization
        }
        Class.forName(req.getParameter("type")).getDeclaredConstructor().newInstance(); // expect: unsafe-reflection
    }

    void crypt(char[] password, byte[] salt, byte[] data) throws Exception {
        SecretKeyFactory f = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256");
        byte[] key = f.generateSecret(new PBEKeySpec(password, salt, 600000, 256)).getEncoded();
        Cipher gcm = Cipher.getInstance("AES/GCM/NoPadding"); // ok: weak-cipher
        gcm.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(128, salt));
        Cipher ecb = Cipher.getInstance("AES"); // expect: weak-cipher
        Cipher des = Cipher.getInstance("DESede/CBC/PKCS5Padding"); // expect: weak-cipher
        Cipher rsa = Cipher.getInstance("RSA/ECB/OAEPWithSHA-256AndMGF1Padding"); // ok: weak-cipher
        KeyGenerator small = KeyGenerator.getInstance("Blowfish"); // expect: weak-cipher
        SecretKeySpec fixed = new SecretKeySpec("0123456789abcdef".getBytes(), "AES"); // expect: hard-coded-secret
        HttpsURLConnection.setDefaultHostnameVerifier((h, s) -> true); // expect: tls-verification-disabled
    }

    void proxy(HttpServletRequest req, HttpServletResponse resp) throws Exception {
        URL url = new URL(req.getParameter("u"));
        url.openStream(); // expect: ssrf
        if (List.of("a.example.org", "b.example.org").contains(url.getHost())) {
            url.openConnection().getInputStream(); // ok: ssrf
        }
        resp.sendRedirect(req.getContextPath() + "/home"); // ok: open-redirect
        resp.sendRedirect(URLDecoder.decode(req.getParameter("back"), "UTF-8")); // expect: open-redirect
        File f = new File("/srv/docs", new File(req.getPathInfo()).getName());
        new FileInputStream(f).transferTo(resp.getOutputStream()); // ok: path-traversal
        new FileReader("/srv/docs/" + req.getPathInfo()).close(); // expect: path-traversal
        new RandomAccessFile("/srv/docs/" + req.getParameter("f"), "r").close(); // expect: path-traversal
        File.createTempFile("x", ".tmp"); // ok: insecure-temporary-file
    }
}
