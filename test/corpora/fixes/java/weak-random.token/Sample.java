import java.util.Random;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

public class Sample extends HttpServlet {
  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
    Random random = new Random(request.getParameter("user").hashCode());
    String token = Long.toHexString(random.nextLong());
    response.getWriter().print(token);
  }
}
