package shop;

import javax.servlet.RequestDispatcher;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

public class OrderServlet extends HttpServlet {
  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
    RequestDispatcher page = request.getRequestDispatcher("/WEB-INF/views/order.jsp");
    request.setAttribute("name", request.getParameter("name"));
    request.setAttribute("kind", "fixed");
    page.forward(request, response);
  }
}
