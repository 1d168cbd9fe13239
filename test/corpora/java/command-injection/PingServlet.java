package com.acme.net;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.commons.exec.CommandLine;
import org.apache.commons.exec.DefaultExecutor;

public class PingServlet extends HttpServlet {
  private static final Map<String, String> TARGETS = Map.of("db", "10.0.0.5", "cache", "10.0.0.6");

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
    String host = request.getParameter("host");
    Runtime.getRuntime().exec("ping -c 1 " + host); // expect: command-injection
    Runtime.getRuntime().exec("uptime"); // ok: command-injection
    Runtime.getRuntime().exec(new String[] {"sh", "-c", "ping -c 1 " + host}); // expect: command-injection

    String known = TARGETS.get(host);
    Runtime.getRuntime().exec("ping -c 1 " + known); // ok: command-injection

    List<String> command = new ArrayList<>(Arrays.asList("traceroute", "-m"));
    command.add(request.getParameter("hops"));
    new ProcessBuilder(command).start(); // ok: command-injection

    List<String> fixed = List.of("df", "-h");
    new ProcessBuilder(fixed).redirectErrorStream(true).start(); // ok: command-injection

    int count = Integer.parseInt(request.getParameter("count"));
    new ProcessBuilder("ping", "-c", String.valueOf(count), "localhost").start(); // ok: command-injection

    ProcessBuilder builder = new ProcessBuilder();
    builder.command("nslookup", host); // ok: command-injection
    builder.start(); // ok: command-injection

    CommandLine line = CommandLine.parse("dig " + host); // expect: command-injection
    new DefaultExecutor().execute(line);

    if (host.matches("[a-z0-9.-]+")) {
      Runtime.getRuntime().exec("host " + host); // ok: command-injection
    }
  }

  /** Started from the administrator's console. */
  public static void main(String[] args) throws IOException {
    String tool = System.getenv("DIAG_TOOL");
    Runtime.getRuntime().exec(tool + " --version"); // expect: command-injection
  }
}
