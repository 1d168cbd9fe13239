import java.io.ByteArrayInputStream;
import java.io.ObjectInputStream;
import java.util.Base64;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

public class Sample extends HttpServlet {
  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
    byte[] state = Base64.getDecoder().decode(request.getParameter("state"));
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(state))) {
      String name = (String) in.readObject();
      response.getWriter().print("back again, " + name);
    }
  }
}
