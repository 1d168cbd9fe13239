package com.acme.extras;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.jsonwebtoken.Jwts;
import io.jsonwebtoken.security.Keys;
import java.io.*;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.*;
import javax.net.ssl.*;
import javax.servlet.*;
import javax.servlet.http.*;
import javax.xml.xpath.*;
import org.springframework.web.client.RestTemplate;
import org.w3c.dom.Document;

public class WebExtras extends HttpServlet implements Filter {
  private static final String API_PASSWORD = System.getenv("API_PASSWORD"); // ok: hard-coded-secret
  private String dbPassword = "Tr0ub4dor&3x"; // expect: hard-coded-secret
  private static final List<String> ORIGINS = List.of("https://app.acme.com");

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) throws IOException, ServletException {
    HttpServletRequest req = (HttpServletRequest) request;
    HttpServletResponse res = (HttpServletResponse) response;
    String origin = req.getHeader("Origin");
    res.setHeader("Access-Control-Allow-Origin", origin); // expect: cors-misconfiguration
    res.setHeader("Access-Control-Allow-Credentials", "true");
    if (ORIGINS.contains(origin)) {
      res.setHeader("Access-Control-Allow-Origin", origin); // ok: cors-misconfiguration
    }
    chain.doFilter(request, response);
  }

  @Override
  protected void doPost(HttpServletRequest req, HttpServletResponse resp) throws ServletException, IOException {
    String user = req.getParameter("user");
    Document doc = null;
    try {
      XPath xpath = XPathFactory.newInstance().newXPath();
      xpath.evaluate("//user[@name='" + user + "']", doc); // expect: xpath-injection
      xpath.setXPathVariableResolver(v -> user);
      xpath.evaluate("//user[@name=$name]", doc); // ok: xpath-injection
    } catch (XPathExpressionException e) {
      resp.getWriter().println("Bad query: " + e.getMessage()); // expect: information-exposure
      resp.sendError(HttpServletResponse.SC_BAD_REQUEST, "Bad query"); // ok: information-exposure
    }
    StringWriter sw = new StringWriter();
    new Exception("x").printStackTrace(new PrintWriter(sw));
    resp.getWriter().print(sw); // expect: information-exposure
    HttpSession s = req.getSession(true);
    s.setAttribute("user", user); // expect: trust-boundary
    s.setAttribute("lang", "de".equals(user) ? "de" : "en"); // ok: trust-boundary
    String token = Jwts.builder().subject(user).signWith(Keys.hmacShaKeyFor("0123456789abcdef0123456789abcdef".getBytes())).compact(); // expect: hard-coded-secret
    Cookie c = new Cookie("jwt", token);
    c.setSecure(false);
    resp.addCookie(c); // expect: insecure-cookie
    resp.setHeader("Set-Cookie", "id=1; Secure; HttpOnly; SameSite=Strict"); // ok: insecure-cookie
    byte[] salt = new byte[16];
    new Random().nextBytes(salt); // expect: weak-random
    byte[] key = new byte[32];
    new SecureRandom().nextBytes(key); // ok: weak-random
    String body = req.getReader().lines().collect(java.util.stream.Collectors.joining());
    Map<?, ?> json = new ObjectMapper().readValue(body, Map.class);
    new URL((String) json.get("callback")).openStream(); // expect: ssrf
    new RestTemplate().getForObject("https://api.acme.com/u/" + json.get("id"), String.class); // ok: ssrf
    new FileWriter("/srv/out/" + json.get("file")); // expect: path-traversal
    new FileWriter("/srv/out/" + UUID.randomUUID() + ".json"); // ok: path-traversal
    try {
      Object bean = Class.forName("com.acme." + req.getParameter("bean")).newInstance(); // expect: unsafe-reflection
      Map<String, Class<?>> known = Map.of("a", Integer.class, "b", String.class);
      known.get(req.getParameter("bean")).getDeclaredConstructor().newInstance(); // ok: unsafe-reflection
      bean.toString();
    } catch (ReflectiveOperationException e) {
      throw new ServletException(e);
    }
    System.out.printf(Locale.US, "%s%n", user.replace('\n', '_').replace('\r', '_')); // ok: log-injection
    Iterator<String> it = Arrays.asList(user, "x").iterator();
    resp.getWriter().write("<li>" + it.next() + "</li>"); // expect: xss
    String attr = (String) req.getAttribute("trusted");
    resp.getWriter().write("<li>" + attr + "</li>"); // ok: xss
    SSLSocketFactory factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
    SSLSocket socket = (SSLSocket) factory.createSocket("acme.com", 443);
    socket.setEnabledProtocols(new String[] {"SSLv3", "TLSv1"}); // expect: weak-cipher
    socket.setEnabledProtocols(new String[] {"TLSv1.3"}); // ok: tls-verification-disabled
    SSLParameters params = socket.getSSLParameters();
    params.setEndpointIdentificationAlgorithm("HTTPS"); // ok: tls-verification-disabled
  }
}
