package com.acme.errors;

import java.io.IOException;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

public class ErrorServlet extends HttpServlet {
  private static final Logger LOG = Logger.getLogger("errors");

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
    try {
      risky();
    } catch (IllegalStateException e) {
      e.printStackTrace(response.getWriter()); // expect: information-exposure
    } catch (IllegalArgumentException e) {
      LOG.log(Level.WARNING, "bad request", e); // ok: information-exposure
      response.sendError(400, "bad request"); // ok: information-exposure
    }
  }

  private void risky() {
    throw new IllegalStateException("x");
  }
}
