package com.acme.writers;

import java.io.BufferedWriter;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.util.Map;
import java.util.TreeMap;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

public class WrappedWriters extends HttpServlet {
  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
    String name = request.getParameter("name");
    PrintWriter out = new PrintWriter(new OutputStreamWriter(response.getOutputStream(), "UTF-8"), true);
    out.println("<p>" + name + "</p>"); // expect: xss
    out.println("<p>ready</p>"); // ok: xss
    BufferedWriter buffered = new BufferedWriter(response.getWriter());
    buffered.write(name); // expect: xss
    try (PrintWriter log = new PrintWriter(new FileOutputStream("/var/log/acme/names"))) {
      log.println(name); // ok: xss
    }
    line(response.getWriter(), name);

    Map<String, String> rows = new TreeMap<>();
    rows.put("first", "constant");
    rows.put(name, "seen");
    for (Map.Entry<String, String> row : rows.entrySet()) {
      response.getWriter().println(row.getKey()); // expect: xss
      response.getWriter().println(row.getValue()); // ok: xss
    }
  }

  private static void line(PrintWriter out, String text) {
    out.print("<p>");
    out.print(text); // expect: xss
    out.print("</p>"); // ok: xss
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
    response.setContentType("application/json");
    response.getWriter().write("{\"name\": \"" + request.getParameter("name") + "\"}"); // ok: xss
  }
}
