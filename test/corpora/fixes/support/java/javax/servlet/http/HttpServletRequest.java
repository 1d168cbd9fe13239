package javax.servlet.http;

/** As much of the servlet API as the samples use. */
public interface HttpServletRequest {
  String getParameter(String name);
}
