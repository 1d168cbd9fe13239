package javax.servlet.http;

public abstract class HttpServlet {
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {}
}
