package com.acme.ops;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.commons.exec.CommandLine;
import org.apache.commons.exec.DefaultExecutor;
import org.springframework.web.bind.annotation.*;

@RestController
public class Processes {
  enum Action { START, STOP }

  sealed interface Command permits Ping, Trace {}

  record Ping(String host) implements Command {}

  record Trace(String host, int hops) implements Command {}

  private static final Set<String> HOSTS = Set.of("db1", "db2");

  @PostMapping("/run")
  void run(@RequestParam String host, @RequestParam Action action, @RequestParam int hops, @RequestHeader("X-Args") List<String> extra) throws IOException {
    Runtime.getRuntime().exec("systemctl " + action.name().toLowerCase(Locale.ROOT) + " app"); // ok: command-injection
    Runtime.getRuntime().exec("ping " + host); // expect: command-injection
    if (HOSTS.contains(host)) {
      Runtime.getRuntime().exec("ping " + host); // ok: command-injection
    }
    List<String> command = new ArrayList<>(Arrays.asList("bash", "-c"));
    command.add("traceroute " + host);
    new ProcessBuilder(command).start(); // expect: command-injection
    new ProcessBuilder("bash", "-c", "traceroute -m " + hops).start(); // ok: command-injection
    CommandLine line = CommandLine.parse("nslookup " + host); // expect: command-injection
    new DefaultExecutor().execute(line);
    CommandLine fixed = new CommandLine("nslookup");
    fixed.addArgument(host); // ok: command-injection
    dispatch(new Ping(host));
    dispatch(new Trace("localhost", hops));
    ProcessBuilder pb = new ProcessBuilder();
    pb.command("sh", "-c", String.join(" ", extra)).start(); // expect: command-injection
    String cleaned = host.replaceAll("[^a-zA-Z0-9.-]", "");
    Runtime.getRuntime().exec("dig " + cleaned); // ok: command-injection
    String first = host.split(";")[0];
    Runtime.getRuntime().exec("dig " + first); // expect: command-injection
    String checked = requireHost(host);
    Runtime.getRuntime().exec("dig " + checked); // ok: command-injection
  }

  private static String requireHost(String value) {
    if (!value.matches("[a-z0-9.]{1,253}")) {
      throw new IllegalArgumentException("host");
    }
    return value;
  }

  private void dispatch(Command c) throws IOException {
    switch (c) {
      case Ping p -> Runtime.getRuntime().exec("ping -c1 " + p.host()); // expect: command-injection
      case Trace(String host, int hops) -> Runtime.getRuntime().exec("traceroute -m " + hops); // ok: command-injection
    }
  }

  void temp() throws IOException {
    Files.createTempFile("a", ".txt"); // ok: insecure-temporary-file
    Files.setPosixFilePermissions(Path.of("/srv/app/key.pem"), PosixFilePermissions.fromString("rw-------")); // ok: insecure-temporary-file
  }
}
