package demo.misc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.jsonwebtoken.Jwts;
import jakarta.servlet.*;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.*;
import java.io.*;
import java.lang.reflect.Constructor;
import java.net.*;
import java.nio.channels.FileChannel;
import java.nio.file.*;
import java.security.*;
import java.security.cert.X509Certificate;
import java.util.*;
import java.util.concurrent.*;
import java.util.zip.*;
import javax.crypto.*;
import javax.crypto.spec.*;
import javax.naming.*;
import javax.net.ssl.*;
import javax.script.*;
import org.apache.commons.compress.archivers.tar.*;
import org.apache.commons.fileupload.FileItem;
import org.apache.commons.fileupload.servlet.ServletFileUpload;
import org.apache.logging.log4j.*;

@WebFilter("/*")
public class FilterAndTasks implements Filter {
    private static final Logger LOG = LogManager.getLogger(FilterAndTasks.class);
    private final ExecutorService pool = Executors.newFixedThreadPool(2);
    private final ObjectMapper mapper = new ObjectMapper();
    private static final String SHELL = System.getProperty("os.name").startsWith("Windows") ? "cmd" : "sh";

    @Override
    public void doFilter(ServletRequest req, ServletResponse res, FilterChain chain) throws IOException, ServletException {
        HttpServletRequest request = (HttpServletRequest) req;
        HttpServletResponse response = (HttpServletResponse) res;
        request.setAttribute("tool", request.getParameter("tool"));
        run(request, response);
        chain.doFilter(req, res);
    }

    void run(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String tool = (String) request.getAttribute("tool");
        new ProcessBuilder(SHELL, "-c", tool).start(); // expect: command-injection
        JsonNode body = mapper.readTree(request.getInputStream());
        String cmd = body.get("cmd").asText();
        int n = body.path("n").asInt();
        pool.submit(() -> Runtime.getRuntime().exec(cmd)); // expect: command-injection
        CompletableFuture.supplyAsync(() -> "ls -" + n).thenAccept(c -> {
            try {
                Runtime.getRuntime().exec(c); // ok: command-injection
            } catch (IOException e) {
                LOG.error("could not run", e);
            }
        });
        CompletableFuture.supplyAsync(() -> "ls " + cmd).thenAccept(c -> {
            try {
                Runtime.getRuntime().exec(c); // expect: command-injection
            } catch (IOException e) {
                LOG.error("could not run", e);
            }
        });
        Runtime.getRuntime().exec(new String[] {"/usr/bin/file", cmd}); // ok: command-injection
        Map<String, String> env = new HashMap<>();
        env.computeIfAbsent("x", k -> cmd);
        Runtime.getRuntime().exec("echo " + env.get("x")); // expect: command-injection
        Deque<String> stack = new ArrayDeque<>();
        stack.push(cmd);
        stack.push("date");
        Runtime.getRuntime().exec(stack.pop()); // ok: command-injection
        Runtime.getRuntime().exec(stack.pop()); // expect: command-injection
        try {
            String level = request.getParameter("level");
            int l = Integer.parseInt(level);
            Runtime.getRuntime().exec("renice " + l); // ok: command-injection
            Runtime.getRuntime().exec("renice " + level); // ok: command-injection
        } catch (NumberFormatException e) {
            response.sendError(400);
        }
    }

    void upload(HttpServletRequest request) throws Exception {
        for (FileItem item : new ServletFileUpload().parseRequest(request)) {
            item.write(new File("/srv/up", item.getName())); // expect: path-traversal
            item.write(new File("/srv/up", new File(item.getName()).getName())); // ok: path-traversal
        }
        try (TarArchiveInputStream tar = new TarArchiveInputStream(request.getInputStream())) {
            TarArchiveEntry e;
            while ((e = tar.getNextTarEntry()) != null) {
                Files.copy(tar, Paths.get("/srv/out", e.getName())); // expect: path-traversal
            }
        }
        String name = request.getParameter("name");
        FileChannel.open(Paths.get("/srv/" + name), StandardOpenOption.READ).close(); // expect: path-traversal
        try (RandomAccessFile f = new RandomAccessFile("/srv/" + name, "r")) { // expect: path-traversal
            f.readLine();
        }
        new ZipFile("/srv/" + name).close(); // expect: path-traversal
        Files.list(Path.of("/srv", name)).close(); // expect: path-traversal
        Files.newBufferedReader(Path.of("/srv", String.valueOf(name.hashCode()))).close(); // ok: path-traversal
        if (name.contains("..") || name.indexOf('/') != -1) throw new SecurityException();
        Files.delete(Path.of("/srv", name)); // ok: path-traversal
    }

    void lookups(HttpServletRequest request) throws Exception {
        String n = request.getParameter("n");
        new InitialContext().lookup(n); // expect: code-injection
        new InitialContext().lookup("java:comp/env/jdbc/db"); // ok: code-injection
        Class<?> k = Class.forName(n); // expect: unsafe-reflection
        Constructor<?> c = k.getConstructor(String.class);
        c.newInstance("x");
        InetAddress.getByName(n).isReachable(100);
        DatagramSocket ds = new DatagramSocket();
        ds.send(new DatagramPacket(new byte[0], 0, InetAddress.getByName("10.0.0.1"), 53)); // ok: ssrf
        request.getSession().setAttribute(n, "x"); // expect: trust-boundary
        request.getSession().setAttribute("n", n); // expect: trust-boundary
        request.getSession().setAttribute("n", Integer.valueOf(n)); // ok: trust-boundary
    }

    void tls() throws Exception {
        TrustManager[] all = { new X509TrustManager() {
            public void checkClientTrusted(X509Certificate[] c, String a) {}
            public void checkServerTrusted(X509Certificate[] c, String a) {} // expect: tls-verification-disabled
            public X509Certificate[] getAcceptedIssuers() { return new X509Certificate[0]; }
        }};
        SSLContext ctx = SSLContext.getInstance("TLS");
        ctx.init(null, all, new SecureRandom());
        HttpsURLConnection.setDefaultHostnameVerifier((h, s) -> true); // expect: tls-verification-disabled
        HttpsURLConnection.setDefaultHostnameVerifier((h, s) -> h.equals("internal.example.com")); // ok: tls-verification-disabled
        SSLContext.getInstance("SSLv3"); // expect: weak-cipher
    }

    void crypto(byte[] data, char[] pass) throws Exception {
        Cipher.getInstance("RC4"); // expect: weak-cipher
        Cipher.getInstance("RSA/ECB/PKCS1Padding"); // expect: weak-cipher
        Cipher.getInstance("AES/CBC/PKCS5Padding"); // ok: weak-cipher
        Mac.getInstance("HmacSHA256"); // ok: weak-hash
        MessageDigest.getInstance("MD2"); // expect: weak-hash
        Signature.getInstance("SHA1withRSA"); // expect: weak-hash
        new PBEKeySpec(pass, "salt1234".getBytes(), 1000, 128); // expect: weak-hash
        KeyStore.getInstance("JKS").load(new FileInputStream("k.jks"), "changeit".toCharArray()); // expect: hard-coded-secret
        DriverLogin.connect("sa", "Pa55w0rd!"); // ok: hard-coded-secret
        String token = UUID.randomUUID().toString(); // ok: weak-random
        int otp = new Random().nextInt(999999); // expect: weak-random
        int dice = new Random().nextInt(6) + 1; // ok: weak-random
        Math.random(); // ok: weak-random
        Cookie session = new Cookie("SESSION", token);
        session.setSecure(false);
        session.setHttpOnly(true);
    }

    static class DriverLogin {
        static void connect(String u, String p) {}
    }
}
