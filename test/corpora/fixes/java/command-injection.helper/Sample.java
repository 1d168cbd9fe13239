import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

public class Sample extends HttpServlet {
  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
    response.getWriter().print(run("wc -c < " + request.getParameter("file")).trim());
  }

  private String run(String command) throws IOException {
    Process process = Runtime.getRuntime().exec(new String[] {"sh", "-c", command});
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
