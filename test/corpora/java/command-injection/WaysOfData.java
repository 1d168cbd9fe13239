package com.acme.flows;

import java.io.*;
import java.util.*;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.*;
import java.util.stream.*;
import javax.servlet.http.*;

abstract class Step<T> {
    protected final T value;
    Step(T value) { this.value = value; }
    abstract String command();
    void go() throws IOException {
        Runtime.getRuntime().exec(command()); // expect: command-injection
    }
}

class Echo extends Step<String> {
    Echo(String v) { super(v); }
    @Override String command() { return "echo " + value; }
}

class Size extends Step<Integer> {
    Size(Integer v) { super(v); }
    @Override String command() { return "truncate -s " + value; }
}

class Failure extends RuntimeException {
    private final String culprit;
    Failure(String message, String culprit) { super(message); this.culprit = culprit; }
    String culprit() { return culprit; }
}

class Request {
    private final String target;
    private final String mode;
    private Request(Builder b) { target = b.target; mode = b.mode; }
    static Builder builder() { return new Builder(); }
    String target() { return target; }
    String mode() { return mode; }
    static class Builder {
        private String target;
        private String mode = "fast";
        Builder target(String t) { this.target = t; return this; }
        Builder mode(String m) { this.mode = m; return this; }
        Request build() { return new Request(this); }
    }
}

sealed interface Shape permits Circle, Named {}
record Circle(double r) implements Shape {}
record Named(String name) implements Shape {}

public class Flows extends HttpServlet {
    private final ThreadLocal<String> current = new ThreadLocal<>();
    private String last;

    private static void exec(String c) throws IOException {
        Runtime.getRuntime().exec(c); // expect: command-injection
    }

    @Override
    protected void doGet(HttpServletRequest req, HttpServletResponse resp) throws IOException {
        String p = req.getParameter("p");
        new Echo(p).go();
        new Size(Integer.valueOf(p)).go();
        Request r = Request.builder().target(p).build();
        Runtime.getRuntime().exec("run " + r.mode()); // ok: command-injection
        Runtime.getRuntime().exec("run " + r.target()); // expect: command-injection
        Shape s = p.isEmpty() ? new Circle(1) : new Named(p);
        String cmd = switch (s) {
            case Circle c -> "c " + c.r();
            case Named(String n) -> "n " + n;
        };
        Runtime.getRuntime().exec(cmd); // expect: command-injection
        if (s instanceof Circle c) {
            Runtime.getRuntime().exec("c " + c.r()); // ok: command-injection
        }
        try {
            throw new Failure("no " + p, p);
        } catch (Failure f) {
            Runtime.getRuntime().exec("say " + f.culprit()); // expect: command-injection
            Runtime.getRuntime().exec("say " + f.getMessage()); // expect: command-injection
        }
        AtomicReference<String> ref = new AtomicReference<>("ls");
        Runtime.getRuntime().exec(ref.get()); // ok: command-injection
        ref.set(p);
        Runtime.getRuntime().exec(ref.get()); // expect: command-injection
        current.set(p);
        later();
        Map<String, List<String>> byKey = new TreeMap<>();
        byKey.computeIfAbsent("a", k -> new ArrayList<>()).add(p);
        byKey.computeIfAbsent("b", k -> new ArrayList<>()).add("x");
        Runtime.getRuntime().exec(byKey.get("a").get(0)); // expect: command-injection
        Runtime.getRuntime().exec(byKey.get("b").get(0)); // ok: command-injection
        Function<String, String> f = String::trim;
        Runtime.getRuntime().exec(f.andThen(x -> "id " + x).apply(p)); // expect: command-injection
        String joined = Stream.of("a", p).filter(Objects::nonNull).reduce("", String::concat);
        Runtime.getRuntime().exec(joined); // expect: command-injection
        int total = Stream.of(p.split(",")).mapToInt(Integer::parseInt).sum();
        Runtime.getRuntime().exec("n " + total); // ok: command-injection
        String q = p;
        q = "fixed";
        Runtime.getRuntime().exec(q); // ok: command-injection
        char first = p.charAt(0);
        String bar = 7 * 6 > 40 ? "const" : p;
        Runtime.getRuntime().exec(bar); // ok: command-injection
        Object o = p;
        if (o instanceof String str && !str.isBlank()) {
            exec("x " + str);
        }
        Iterator<String> it = Collections.list(req.getHeaders("X")).iterator();
        while (it.hasNext()) {
            Runtime.getRuntime().exec("h " + it.next()); // expect: command-injection
        }
        BufferedReader in = new BufferedReader(new InputStreamReader(req.getInputStream()));
        String line;
        while ((line = in.readLine()) != null) {
            String[] kv = line.split("=", 2);
            if (kv[0].equals("cmd")) {
                Runtime.getRuntime().exec(kv[1]); // expect: command-injection
            }
        }
        String text = """
            echo %s
            """.formatted(p);
        Runtime.getRuntime().exec(text); // expect: command-injection
        Properties props = new Properties();
        props.setProperty("a", p);
        props.setProperty("b", "ls");
        Runtime.getRuntime().exec(props.getProperty("a")); // expect: command-injection
        Runtime.getRuntime().exec(props.getProperty("b")); // ok: command-injection
    }

    private void later() throws IOException {
        Runtime.getRuntime().exec("l " + current.get()); // expect: command-injection
    }
}
