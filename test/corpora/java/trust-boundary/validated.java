package profile;

import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.owasp.esapi.Validator;

class ProfileServlet extends HttpServlet {
  private Validator validator;

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response) {
    String theme = request.getParameter("theme");
    request.getSession().setAttribute("raw", theme); // expect: trust-boundary
    if (validator.isValidInput("theme", theme, "Word", 20, false))
      request.getSession().setAttribute("theme", theme); // ok: trust-boundary
  }
}
