package javax.servlet.http;

import java.io.IOException;
import java.io.PrintWriter;

public interface HttpServletResponse {
  PrintWriter getWriter() throws IOException;

  void setContentType(String type);

  void sendRedirect(String location) throws IOException;

  void addCookie(Cookie cookie);
}
