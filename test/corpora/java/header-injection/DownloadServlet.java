package com.acme.download;

import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

public class DownloadServlet extends HttpServlet {
  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) {
    String name = request.getParameter("name");
    response.setHeader("Content-Disposition", "attachment; filename=" + name); // expect: header-injection
    response.addHeader("X-Count", String.valueOf(Integer.parseInt(request.getParameter("n")))); // ok: header-injection
    if (name.contains("\r") || name.contains("\n")) {
      return;
    }
    response.setHeader("X-Name", name); // ok: header-injection
    response.setHeader("Cache-Control", "no-store"); // ok: header-injection
  }
}
