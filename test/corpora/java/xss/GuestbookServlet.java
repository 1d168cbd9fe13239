package com.acme.guestbook;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.commons.text.StringEscapeUtils;
import org.owasp.encoder.Encode;
import org.springframework.web.util.HtmlUtils;

public class GuestbookServlet extends HttpServlet {
  private static class Entry {
    String author;
    String text;
    int rating;
  }

  private static class Page {
    private final StringBuilder html = new StringBuilder("<html>");

    Page line(String text) {
      html.append("<p>").append(text).append("</p>");
      return this;
    }

    String render() {
      return html.append("</html>").toString();
    }
  }

  @Override
  public void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
    response.setContentType("text/html");
    PrintWriter out = response.getWriter();
    String name = request.getParameter("name");
    out.println("<h1>Thanks, " + name + "</h1>"); // expect: xss
    out.println("<h1>Thanks, " + Encode.forHtml(name) + "</h1>"); // ok: xss
    out.println("<h1>Thanks, " + HtmlUtils.htmlEscape(name) + "</h1>"); // ok: xss
    out.printf("<h1>Thanks, %s</h1>", name); // expect: xss
    out.write(StringEscapeUtils.escapeHtml4(name)); // ok: xss
    response.getOutputStream().print(request.getQueryString()); // expect: xss

    Entry entry = new Entry();
    entry.author = name;
    entry.text = "hello";
    entry.rating = Integer.parseInt(request.getParameter("rating"));
    out.print(entry.text); // ok: xss
    out.print(entry.rating); // ok: xss
    out.print(entry.author); // expect: xss

    Map<String, String> byKey = new HashMap<>();
    byKey.put("safe", "constant");
    byKey.put("raw", request.getParameter("comment"));
    out.print(byKey.get("safe")); // ok: xss
    out.print(byKey.get("raw")); // expect: xss

    Deque<String> recent = new ArrayDeque<>();
    recent.addLast("first");
    recent.addLast(name);
    out.print(recent.removeFirst()); // ok: xss
    out.print(recent.removeFirst()); // expect: xss

    out.print(new Page().line("welcome").line(name).render()); // expect: xss
    out.print(new Page().line("welcome").render()); // ok: xss

    StringWriter buffer = new StringWriter();
    buffer.write("size " + name.length());
    out.print(buffer); // ok: xss

    String greeting = name;
    greeting = "visitor";
    out.print(greeting); // ok: xss

    String mode = "plain";
    String shown = mode.equals("plain") ? "nobody" : name;
    out.print(shown); // ok: xss

    for (String value : request.getParameterValues("tag")) {
      out.print(value); // expect: xss
    }
  }
}
