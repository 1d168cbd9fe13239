import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.servlet.http.Cookie;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** One request to a servlet, and what it answered. */
public final class Visit implements HttpServletRequest, HttpServletResponse {
  public final Map<String, String> parameters = new HashMap<>();
  public final StringWriter body = new StringWriter();
  public final List<Cookie> cookies = new ArrayList<>();
  public String location = "";
  public String failure = "";

  public static Visit to(HttpServlet servlet, String... parameters) throws Exception {
    Visit visit = new Visit();
    for (int i = 0; i + 1 < parameters.length; i += 2) visit.parameters.put(parameters[i], parameters[i + 1]);
    Method handler = servlet.getClass().getDeclaredMethod("doGet", HttpServletRequest.class, HttpServletResponse.class);
    handler.setAccessible(true);
    try {
      handler.invoke(servlet, visit, visit);
    } catch (java.lang.reflect.InvocationTargetException thrown) {
      visit.failure = String.valueOf(thrown.getCause());
    }
    return visit;
  }

  public String text() {
    return body.toString();
  }

  @Override
  public String getParameter(String name) {
    return parameters.get(name);
  }

  @Override
  public PrintWriter getWriter() {
    return new PrintWriter(body, true);
  }

  @Override
  public void setContentType(String type) {}

  @Override
  public void sendRedirect(String to) {
    location = to;
  }

  @Override
  public void addCookie(Cookie cookie) {
    cookies.add(cookie);
  }
}
