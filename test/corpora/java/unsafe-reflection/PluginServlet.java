package com.acme.plugins;

import java.lang.reflect.Method;
import java.util.Map;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

public class PluginServlet extends HttpServlet {
  private static final Map<String, String> PLUGINS = Map.of("csv", "com.acme.plugins.Csv", "xml", "com.acme.plugins.Xml");

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) {
    try {
      String type = request.getParameter("type");
      Class.forName(type).getDeclaredConstructor().newInstance(); // expect: unsafe-reflection
      Class.forName(PLUGINS.get(type)).getDeclaredConstructor().newInstance(); // ok: unsafe-reflection
      Class<?> fixed = Class.forName("com.acme.plugins.Csv"); // ok: unsafe-reflection
      Method method = fixed.getMethod(request.getParameter("method")); // expect: unsafe-reflection
      method.invoke(null);
      fixed.getMethod("export").invoke(null); // ok: unsafe-reflection
    } catch (ReflectiveOperationException e) {
      response.setStatus(500);
    }
  }
}
