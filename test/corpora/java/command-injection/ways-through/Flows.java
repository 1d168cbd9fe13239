package flows;

import javax.servlet.http.*;
import java.io.*;
import java.sql.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
import java.util.stream.*;
import org.springframework.web.bind.annotation.*;
import org.springframework.beans.factory.annotation.Autowired;

@RestController
public class Flows {
    @Autowired private Service service;
    private final Map<String, Consumer<String>> handlers = new HashMap<>();
    private String last;

    sealed interface Cmd permits Run, Stop {}
    record Run(String line) implements Cmd {}
    record Stop(int pid) implements Cmd {}

    static class Builder {
        private final StringBuilder sb = new StringBuilder();
        private String dir = ".";
        Builder add(String s) { sb.append(s).append(' '); return this; }
        Builder in(String d) { this.dir = d; return this; }
        String build() { return sb.toString(); }
        String dir() { return dir; }
    }

    @GetMapping("/a")
    void a(@RequestParam String x, @RequestParam int n, HttpServletRequest req) throws Exception {
        Runtime rt = Runtime.getRuntime();
        rt.exec(new Builder().add("ls").add(x).build()); // expect: command-injection
        rt.exec(new Builder().add("ls").in(x).build()); // ok: command-injection
        rt.exec("ls " + new Builder().in(x).dir()); // expect: command-injection
        Cmd cmd = n > 0 ? new Run(x) : new Stop(n);
        switch (cmd) {
            case Run(String line) -> rt.exec(line); // expect: command-injection
            case Stop s -> rt.exec("kill " + s.pid()); // ok: command-injection
        }
        if (cmd instanceof Run r) rt.exec(r.line()); // expect: command-injection
        String text = """
            echo %s
            """.formatted(x);
        rt.exec(text); // expect: command-injection
        var list = new ArrayList<String>(List.of("a"));
        list.add(x);
        rt.exec("echo " + list.get(1)); // expect: command-injection
        rt.exec("echo " + list.size()); // ok: command-injection
        list.clear();
        String[] parts = x.split(",");
        rt.exec("echo " + parts[0]); // expect: command-injection
        String joined = Stream.of(parts).filter(p -> p.length() > 1).map(String::trim).collect(Collectors.joining(" "));
        rt.exec("echo " + joined); // expect: command-injection
        Function<String, String> f = s -> "echo " + s;
        rt.exec(f.andThen(String::trim).apply(x)); // expect: command-injection
        Supplier<String> sup = () -> x;
        rt.exec(sup.get()); // expect: command-injection
        Optional.of(x).map(v -> "echo " + v).ifPresent(this::exec);
        CompletableFuture.supplyAsync(() -> "echo " + x).thenAccept(this::exec2);
        Iterator<String> it = Arrays.asList(parts).iterator();
        while (it.hasNext()) rt.exec(it.next()); // expect: command-injection
        String y = x;
        y = "fixed";
        rt.exec(y); // ok: command-injection
        String z = switch (n) { case 1 -> x; default -> "ls"; };
        rt.exec(z); // expect: command-injection
        String w = switch (req.getHeader("m")) { case "a" -> "ls"; case "b" -> "pwd"; default -> throw new IllegalArgumentException(); };
        rt.exec(w); // ok: command-injection
        rt.exec("head -n " + n); // ok: command-injection
        rt.exec("id " + Integer.parseInt(x)); // ok: command-injection
        rt.exec("id " + x.hashCode()); // ok: command-injection
        char c = x.charAt(0);
        rt.exec("echo " + c); // ok: xss
        handlers.put("run", this::exec3);
        handlers.get("run").accept(x);
        service.run(x);
        service.safe(x);
        last = x;
        useLast();
        Properties p = new Properties();
        p.setProperty("k", x);
        rt.exec(p.getProperty("k")); // expect: command-injection
        Map<String, String> env = Map.of("a", "ls", "b", x);
        rt.exec(env.get("a")); // ok: command-injection
        rt.exec(env.get("b")); // expect: command-injection
        StringBuilder sb = new StringBuilder(x);
        sb.setLength(0);
        sb.append("ls");
        byte[] bytes = Base64.getDecoder().decode(x);
        rt.exec(new String(bytes)); // expect: command-injection
        BufferedReader br = req.getReader();
        String line;
        while ((line = br.readLine()) != null) rt.exec(line); // expect: command-injection
        try {
            throw new IllegalStateException(x);
        } catch (IllegalStateException e) {
        }
        Thread t = new Thread(() -> exec4(x));
        t.start();
        new Thread(new Runnable() {
            @Override public void run() { exec5(x); }
        }).start();
        exec6("a", x);
        Inner inner = new Inner(x);
        inner.go();
        int len = x.length();
        rt.exec("head -c " + len); // ok: command-injection
        Object o = x;
        rt.exec((String) o); // expect: command-injection
        String esc = x.replaceAll("[^a-zA-Z0-9]", "");
        rt.exec("id " + esc); // ok: command-injection
        if (x.equals("ls") || x.equals("pwd")) rt.exec(x); // ok: command-injection
        if (List.of("a", "b").contains(x)) rt.exec(x); // ok: command-injection
        if (!x.matches("[a-z]+")) return;
        rt.exec("id " + x); // ok: command-injection
    }

    private void exec(String s) { try { Runtime.getRuntime().exec(s); } catch (IOException e) { } } // expect: command-injection
    private void exec2(String s) { try { Runtime.getRuntime().exec(s); } catch (IOException e) { } } // expect: command-injection
    private void exec3(String s) { try { Runtime.getRuntime().exec(s); } catch (IOException e) { } } // expect: command-injection
    private void exec4(String s) { try { Runtime.getRuntime().exec(s); } catch (IOException e) { } } // expect: command-injection
    private void exec5(String s) { try { Runtime.getRuntime().exec(s); } catch (IOException e) { } } // expect: command-injection
    private void exec6(String... s) { try { Runtime.getRuntime().exec("echo " + s[1]); } catch (IOException e) { } } // expect: command-injection
    private void useLast() throws IOException { Runtime.getRuntime().exec(last); } // expect: command-injection

    class Inner {
        private final String v;
        Inner(String v) { this.v = v; }
        void go() throws IOException { Runtime.getRuntime().exec(v); } // expect: command-injection
    }

    interface Service {
        void run(String s) throws IOException;
        default void safe(String s) throws IOException { new ProcessBuilder("echo", s).start(); } // ok: command-injection
    }

    @org.springframework.stereotype.Service
    static class ServiceImpl implements Service {
        @Override
        public void run(String s) throws IOException {
            Runtime.getRuntime().exec("run " + s); // expect: command-injection
        }
    }
}
