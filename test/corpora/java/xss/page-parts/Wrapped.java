package shop;

import javax.servlet.RequestDispatcher;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletRequestWrapper;

/** It declares what others call to include a page, and includes none. */
public class Wrapped extends HttpServletRequestWrapper {
  public Wrapped(HttpServletRequest request) {
    super(request);
  }

  @Override
  public RequestDispatcher getRequestDispatcher(String path) {
    return null;
  }
}
