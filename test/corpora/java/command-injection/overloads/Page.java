package shop;

import java.io.IOException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

public class Page extends HttpServlet {
  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
    new Runner(request.getParameter("name")).start();
    new Runner(request.getParameter("name")).again();
    new Runner(Integer.valueOf(request.getParameter("number"))).listed();
    new Runner("x").run(request.getParameter("command"));
  }
}
