package com.acme.prefs;

import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;

public class PreferencesServlet extends HttpServlet {
  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response) {
    HttpSession session = request.getSession();
    String role = request.getParameter("role");
    session.setAttribute("role", role); // expect: trust-boundary
    session.setAttribute("visits", 1); // ok: trust-boundary
    session.setAttribute("page", Integer.parseInt(request.getParameter("page"))); // ok: trust-boundary
    String theme = request.getParameter("theme");
    if ("dark".equals(theme) || "light".equals(theme)) {
      request.getSession().setAttribute("theme", theme); // ok: trust-boundary
    }
    request.getSession().putValue(theme, "on"); // expect: trust-boundary
  }
}
