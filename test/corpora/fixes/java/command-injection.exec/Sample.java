import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

public class Sample extends HttpServlet {
  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
    String file = request.getParameter("file");
    Process process = Runtime.getRuntime().exec(new String[] {"sh", "-c", "cat " + file});
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    response.getWriter().print(text.length());
  }
}
