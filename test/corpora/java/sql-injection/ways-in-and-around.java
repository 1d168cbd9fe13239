package suite;

import java.io.*;
import java.net.Socket;
import java.net.ServerSocket;
import java.sql.*;
import java.util.*;
import java.util.logging.Logger;
import javax.servlet.ServletException;
import javax.servlet.http.*;

class Cases extends HttpServlet {
    private static String shared;
    private String held;
    private final Connection db = DriverManagerHolder.open();

    private static final boolean YES = true;
    private static final int FIVE = 5;

    private boolean privateTrue = true;

    private String source(HttpServletRequest request) {
        String data = "";
        for (Cookie cookie : request.getCookies()) {
            if (cookie.getName().equals("data")) data = cookie.getValue();
        }
        return data;
    }

    private String maybe(HttpServletRequest request, boolean flag) {
        return flag ? request.getParameter("d") : "fixed";
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String data = source(request);
        try {
            db.createStatement().execute("insert into a values ('" + data + "')"); // expect: sql-injection
            if (YES) data = "clean";
            db.createStatement().execute("insert into b values ('" + data + "')"); // ok: sql-injection
            data = request.getParameter("d");
            if (FIVE != 5) db.createStatement().execute("insert into c values ('" + data + "')"); // ok: sql-injection
            while (true) {
                db.createStatement().execute("insert into d values ('" + data + "')"); // expect: sql-injection
                break;
            }
            db.createStatement().execute(maybe(request, true)); // expect: sql-injection
            switch (6) {
                case 6:
                    data = "clean";
                    break;
                default:
                    data = request.getParameter("e");
            }
            db.createStatement().execute("insert into e values ('" + data + "')"); // ok: sql-injection
            Vector<String> vector = new Vector<>(5);
            vector.add(0, "x");
            vector.add(1, request.getParameter("v"));
            db.createStatement().execute("insert into f values ('" + vector.remove(0) + "')"); // ok: sql-injection
            db.createStatement().execute("insert into f values ('" + vector.get(0) + "')"); // expect: sql-injection
            HashMap<Integer, String> byNumber = new HashMap<>();
            byNumber.put(0, "x");
            byNumber.put(2, request.getParameter("n"));
            db.createStatement().execute("insert into g values ('" + byNumber.get(0) + "')"); // ok: sql-injection
            db.createStatement().execute("insert into g values ('" + byNumber.get(2) + "')"); // expect: sql-injection
            Object boxed = request.getParameter("o");
            db.createStatement().execute("insert into h values ('" + (String) boxed + "')"); // expect: sql-injection
            StringBuffer buffer = new StringBuffer("insert into i values ('");
            buffer.append(request.getParameter("b"), 0, 3).append("')");
            db.createStatement().execute(buffer.toString()); // expect: sql-injection
            buffer.setLength(0);
            db.createStatement().execute(buffer.append("select 1").toString()); // ok: sql-injection
            String[][] grid = {{"a", request.getParameter("g")}, {"b", "c"}};
            db.createStatement().execute("insert into j values ('" + grid[0][1] + "')"); // expect: sql-injection
            db.createStatement().execute("insert into j values ('" + grid[1][0] + "')"); // ok: sql-injection
            int length = request.getParameter("l").length();
            db.createStatement().execute("insert into k values (" + length + ")"); // ok: sql-injection
            shared = request.getParameter("s");
            held = "clean";
            other();
            Inner inner = new Inner(request.getParameter("i"));
            db.createStatement().execute("insert into l values ('" + inner.value() + "')"); // expect: sql-injection
            db.createStatement().execute("insert into l values ('" + inner.name() + "')"); // ok: sql-injection
            String upper = request.getParameter("u").toUpperCase(Locale.ROOT).substring(1).concat("x");
            response.getWriter().println("<p>" + upper); // expect: xss
            String joined = String.join(",", request.getParameterValues("j"));
            response.getWriter().println("<p>" + joined); // expect: xss
            try {
                throw new Exception(request.getParameter("x"));
            } catch (Exception e) {
                response.getWriter().println("<p>" + e.getMessage()); // expect: xss, information-exposure
            } finally {
                response.getWriter().println("<p>done"); // ok: xss
            }
            Runnable task = () -> print(response, request.getParameter("r"));
            new Thread(task).start();
            List<String> copy = new ArrayList<>(List.of(request.getParameter("c"), "k"));
            Collections.reverse(copy);
            for (String item : copy) response.getWriter().println("<li>" + item); // expect: xss
            ListIterator<String> it = copy.listIterator();
            it.next();
            it.set("clean");
            Iterator<String> keys = request.getParameterMap().keySet().iterator();
            response.getWriter().println(keys.next()); // expect: xss
            String host = request.getParameter("host");
            Runtime.getRuntime().exec("ping " + host); // expect: command-injection
            Runtime.getRuntime().exec(new String[] {"ping", host}); // ok: command-injection
            String os = System.getProperty("os.name").contains("Windows") ? "cmd.exe /c ping " : "ping ";
            Runtime.getRuntime().exec(os + host); // expect: command-injection
            response.setContentType("application/json");
            response.getWriter().println("{\"host\":\"" + host + "\"}"); // ok: xss
        } catch (SQLException e) {
            Logger.getLogger("x").warning("failed for " + request.getParameter("d")); // expect: log-injection
            response.sendError(500, "failed"); // ok: information-exposure
        }
    }

    private void print(HttpServletResponse response, String text) {
        try {
            response.getWriter().println("<p>" + text); // expect: xss
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void other() throws SQLException {
        db.createStatement().execute("insert into m values ('" + shared + "')"); // expect: sql-injection
        db.createStatement().execute("insert into m values ('" + held + "')"); // ok: sql-injection
        if (privateTrue) db.createStatement().execute("insert into n values ('constant')"); // ok: sql-injection
    }

    static class Inner {
        private final String value;

        Inner(String value) {
            this.value = value;
        }

        String value() {
            return this.value;
        }

        String name() {
            return "inner";
        }
    }
}

class DriverManagerHolder {
    static Connection open() {
        try {
            return DriverManager.getConnection("jdbc:h2:mem:x", "sa", System.getenv("DB_PASSWORD")); // ok: hard-coded-secret
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    static Connection legacy() throws SQLException {
        return DriverManager.getConnection("jdbc:mysql://db/x", "root", "r00t-pa55"); // expect: hard-coded-secret
    }
}

class Listener {
    void serve() throws Exception {
        try (ServerSocket server = new ServerSocket(39543); Socket socket = server.accept()) {
            BufferedReader reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), "UTF-8"));
            String line = reader.readLine();
            new FileInputStream("/data/" + line).close(); // expect: path-traversal
            new FileInputStream("/data/" + Integer.decode(line)).close(); // ok: path-traversal
            File target = new File("/data", new File(line).getName());
            new FileInputStream(target).close(); // ok: path-traversal
            Properties p = new Properties();
            p.load(new StringReader(line));
            Runtime.getRuntime().exec(p.getProperty("cmd")); // expect: command-injection
        }
    }

    public static void main(String[] args) throws Exception {
        Connection c = DriverManagerHolder.open();
        PreparedStatement ps = c.prepareStatement("select * from t where a = '" + args[0] + "'"); // expect: sql-injection
        ps.execute();
        String env = System.getenv("ADD");
        c.createStatement().execute("select * from t where a = '" + env + "'"); // expect: sql-injection
        Console console = System.console();
        c.createStatement().execute("select * from t where a = '" + console.readLine() + "'"); // expect: sql-injection
    }
}
// threat-models: environment, arguments
