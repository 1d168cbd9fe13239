package com.acme.web;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import javax.servlet.ServletException;
import javax.servlet.annotation.WebServlet;
import javax.servlet.http.*;
import org.apache.commons.lang3.StringEscapeUtils;
import org.apache.commons.lang3.StringUtils;
import org.owasp.encoder.Encode;

@WebServlet("/mix")
public class ServletMix extends HttpServlet {
  private static final Logger log = Logger.getLogger("mix");
  private static final List<String> PAGES = Arrays.asList("home", "about");

  @Override
  public void service(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
    String q = request.getParameter("q");
    PrintWriter out = response.getWriter();
    response.setContentType("text/html");
    out.println("<p>" + q + "</p>"); // expect: xss
    out.println("<p>" + Encode.forHtml(q) + "</p>"); // ok: xss
    out.printf("<p>%s</p>", StringEscapeUtils.escapeHtml4(q)); // ok: xss
    out.format("<p>%s</p>", request.getHeader("Referer")); // expect: xss
    out.write("<p>" + q.length() + "</p>"); // ok: xss
    out.append("<p>").append(request.getQueryString()); // expect: xss
    Enumeration<String> names = request.getParameterNames();
    while (names.hasMoreElements()) {
      out.print(names.nextElement()); // expect: xss
    }
    out.print(StringUtils.isNumeric(q) ? q : "0"); // ok: xss
    log.info("query " + q); // expect: log-injection
    log.info("query " + q.replaceAll("[\r\n]", "_")); // ok: log-injection
    response.addHeader("X-Query", q); // expect: header-injection
    response.setHeader("X-Length", String.valueOf(q.length())); // ok: header-injection
    response.sendRedirect(request.getContextPath() + "/home"); // ok: open-redirect
    response.sendRedirect(q); // expect: open-redirect
    String page = PAGES.contains(q) ? q : "home";
    request.getRequestDispatcher("/WEB-INF/" + page + ".jsp").forward(request, response); // ok: path-traversal
    request.getRequestDispatcher("/WEB-INF/" + q + ".jsp").include(request, response); // expect: path-traversal
    HttpSession session = request.getSession();
    session.setAttribute("name", q); // expect: trust-boundary
    session.setAttribute("count", q.length()); // ok: trust-boundary
    Cookie c = new Cookie("token", "abc");
    c.setHttpOnly(true);
    c.setSecure(true);
    response.addCookie(c); // ok: insecure-cookie
    Cookie d = new Cookie("remember", "abc");
    response.addCookie(d); // expect: insecure-cookie
    Pattern.compile(q); // expect: regex-injection
    Pattern.compile(Pattern.quote(q)); // ok: regex-injection
    String cmd = Optional.ofNullable(request.getParameter("cmd")).filter(s -> s.equals("uptime") || s.equals("date")).orElse("date");
    Runtime.getRuntime().exec(cmd); // ok: command-injection
    new ProcessBuilder("sh", "-c", "ls " + q).start(); // expect: command-injection
    new ProcessBuilder("ls", "--", "/tmp").start(); // ok: command-injection
    try {
      Class.forName(q).getDeclaredConstructor().newInstance(); // expect: unsafe-reflection
      Class.forName("com.acme.plugins.Default").getDeclaredConstructor().newInstance(); // ok: unsafe-reflection
    } catch (ReflectiveOperationException e) {
      e.printStackTrace(out); // expect: information-exposure
      response.sendError(500, "failed"); // ok: information-exposure
    }
  }
}
