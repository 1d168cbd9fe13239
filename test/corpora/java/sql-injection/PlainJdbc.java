import java.io.*;
import java.net.*;
import java.sql.*;
import java.util.*;

public class PlainJdbc {
    private static final String BASE = "SELECT * FROM t WHERE c = ";
    private static boolean five = 5 == 5;

    interface Source {
        String read() throws IOException;
    }

    static class SocketSource implements Source {
        @Override
        public String read() throws IOException {
            try (Socket socket = new Socket("host.example.org", 39544);
                 BufferedReader reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), "UTF-8"))) {
                return reader.readLine();
            }
        }
    }

    static class FixedSource implements Source {
        @Override
        public String read() {
            return "42";
        }
    }

    static abstract class Task {
        protected final Connection connection;

        Task(Connection connection) {
            this.connection = connection;
        }

        abstract void run(String data) throws SQLException;
    }

    static class Concatenating extends Task {
        Concatenating(Connection connection) {
            super(connection);
        }

        @Override
        void run(String data) throws SQLException {
            try (Statement st = connection.createStatement()) {
                st.executeQuery(BASE + data); // expect: sql-injection
                st.addBatch("update t set n=0 where c='" + data + "'"); // expect: sql-injection
                st.executeBatch();
            }
        }
    }

    static class Binding extends Task {
        Binding(Connection connection) {
            super(connection);
        }

        @Override
        void run(String data) throws SQLException {
            try (PreparedStatement st = connection.prepareStatement(BASE + "?")) { // ok: sql-injection
                st.setString(1, data);
                st.executeQuery(); // ok: sql-injection
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Connection connection = DriverManager.getConnection(System.getenv("URL"));
        String data = new SocketSource().read();
        new Concatenating(connection).run(data);
        new Binding(connection).run(data);
        Statement st = connection.createStatement();
        st.execute(BASE + new FixedSource().read()); // ok: sql-injection

        String second;
        if (five) {
            second = "constant";
        } else {
            second = data;
        }
        st.execute(BASE + second); // ok: sql-injection

        Vector<String> vector = new Vector<>(3);
        vector.add(0, "a");
        vector.add(1, data);
        LinkedList<String> linked = new LinkedList<>();
        linked.add("x");
        linked.addFirst(data);
        st.execute(BASE + vector.get(1)); // expect: sql-injection
        st.execute(BASE + linked.getFirst()); // expect: sql-injection

        Properties properties = new Properties();
        try (FileInputStream in = new FileInputStream("config.properties")) {
            properties.load(in);
        }
        st.executeUpdate("DELETE FROM t WHERE c = '" + properties.getProperty("data") + "'"); // expect: sql-injection

        ResultSet rs = st.executeQuery("SELECT name FROM u"); // ok: sql-injection
        while (rs.next()) {
            String name = rs.getString(1);
            connection.createStatement().execute("DELETE FROM v WHERE n='" + name + "'"); // expect: sql-injection
        }

        String line = new Scanner(System.in).nextLine();
        connection.prepareStatement("SELECT * FROM t WHERE c = '" + line + "'").execute(); // expect: sql-injection
        String arg = args.length > 0 ? args[0] : "none";
        connection.prepareCall("{call " + arg + "}").execute(); // expect: sql-injection
        try {
            int n = Integer.parseInt(arg.trim());
            st.execute(BASE + n); // ok: sql-injection
        } catch (NumberFormatException e) {
            System.err.println("no number");
        }
        for (char c : arg.toCharArray()) {
            if (!Character.isLetterOrDigit(c)) {
                throw new IllegalArgumentException("bad");
            }
        }
    }
}
// threat-models: database, file, arguments
