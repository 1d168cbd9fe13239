import javax.servlet.http.Cookie;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

public class Sample extends HttpServlet {
  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) {
    Cookie cookie = new Cookie("session", "abc");
    cookie.setSecure(false);
    cookie.setHttpOnly(false);
    response.addCookie(cookie);
  }
}
