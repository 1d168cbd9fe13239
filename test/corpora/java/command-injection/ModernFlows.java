package com.acme.modern;

import java.io.BufferedReader;
import java.io.IOException;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

public class ModernFlows extends HttpServlet {
  sealed interface Task permits Ping, Echo, Nothing {}

  record Ping(String host, int count) implements Task {}

  record Echo(String text) implements Task {}

  record Nothing() implements Task {}

  record Name(String value) {
    Name {
      if (!value.matches("[a-z]+")) {
        throw new IllegalArgumentException("not a name");
      }
    }
  }

  private final ExecutorService pool = Executors.newCachedThreadPool();

  @Override
  protected void doGet(HttpServletRequest req, HttpServletResponse resp) throws IOException {
    String host = req.getParameter("host");

    perform(new Ping(host, 3));
    perform(new Nothing());

    String joined = Stream.of("ping", "-c1", host).collect(Collectors.joining(" "));
    run(joined);
    List<String> upper = Arrays.asList(host, "b").stream().map(String::trim).filter(s -> !s.isEmpty()).toList();
    Runtime.getRuntime().exec(upper.get(0)); // expect: command-injection

    Map<String, List<String>> groups = new HashMap<>();
    groups.computeIfAbsent("hosts", k -> new ArrayList<>()).add(host);
    for (String each : groups.get("hosts")) {
      Runtime.getRuntime().exec("ping " + each); // expect: command-injection
    }
    Map<String, String> env = new HashMap<>();
    env.put("a", "b");
    env.forEach((k, v) -> start("set " + k + v));
    Map<String, String> given = new HashMap<>();
    given.put("a", host);
    given.forEach((k, v) -> startGiven("set " + k + v));

    Optional.ofNullable(host).map(h -> "ping " + h).ifPresent(this::startGiven);
    Optional.of("uptime").map(h -> h + " -p").ifPresent(this::start);

    CompletableFuture.supplyAsync(() -> "ping " + host).thenAccept(this::startGiven);
    pool.submit(() -> startGiven(host));
    new Thread(new Runnable() {
      @Override
      public void run() {
        startGiven(host);
      }
    }).start();

    String text = """
        ping -c 1 %s
        """.formatted(host);
    Runtime.getRuntime().exec(text); // expect: command-injection
    Runtime.getRuntime().exec(MessageFormat.format("ping {0}", host)); // expect: command-injection
    Runtime.getRuntime().exec(new StringBuilder("x").insert(0, host).reverse().toString()); // expect: command-injection

    UnaryOperator<String> drop = ignored -> "uptime";
    Runtime.getRuntime().exec(drop.apply(host)); // ok: command-injection

    Name name = new Name(host);
    Runtime.getRuntime().exec("id " + name.value()); // ok: command-injection

    String[] parts = host.split(",");
    String[] copy = Arrays.copyOf(parts, parts.length);
    Runtime.getRuntime().exec(copy); // expect: command-injection
    String[] fixed = {"uptime", host};
    fixed[1] = "-p";
    Runtime.getRuntime().exec(fixed); // ok: command-injection

    Iterator<String> iterator = List.of(host).iterator();
    while (iterator.hasNext()) {
      Runtime.getRuntime().exec(iterator.next()); // expect: command-injection
    }
    all("ls", "-l", host);
  }

  @Override
  protected void doPost(HttpServletRequest req, HttpServletResponse resp) throws IOException {
    StringBuilder body = new StringBuilder();
    try (BufferedReader reader = req.getReader()) {
      String line;
      while ((line = reader.readLine()) != null) {
        body.append(line).append('\n');
      }
    }
    Runtime.getRuntime().exec(body.toString()); // expect: command-injection
    String mode = "quick";
    String command;
    if (mode.equals("full")) {
      command = body.toString();
    } else {
      command = "backup --quick";
    }
    Runtime.getRuntime().exec(command); // ok: command-injection
    Object parsed = body.toString();
    if (parsed instanceof String s && !s.isBlank()) {
      Runtime.getRuntime().exec(s); // expect: command-injection
    }
  }

  private void perform(Task task) throws IOException {
    String command = switch (task) {
      case Ping(String host, int count) -> "ping -c " + count + " " + host;
      case Echo e -> "echo " + e.text();
      case Nothing ignored -> "true";
    };
    Runtime.getRuntime().exec(command); // expect: command-injection
  }

  private void run(String command) throws IOException {
    Runtime.getRuntime().exec(command); // expect: command-injection
  }

  private void start(String command) {
    try {
      Runtime.getRuntime().exec(command); // ok: command-injection
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void startGiven(String command) {
    try {
      Runtime.getRuntime().exec(command); // expect: command-injection
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void all(String... words) throws IOException {
    new ProcessBuilder(words).start(); // expect: command-injection
  }
}
