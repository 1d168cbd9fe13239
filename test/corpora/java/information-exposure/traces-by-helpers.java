package desk;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

class DeskServlet extends HttpServlet {
  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
    try {
      load(request);
    } catch (RuntimeException problem) {
      response.sendError(500, traceOf(problem)); // expect: information-exposure
    }
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
    try {
      load(request);
    } catch (RuntimeException problem) {
      getServletContext().log(traceOf(problem));
      response.sendError(500, shortOf(problem)); // ok: information-exposure
    }
  }

  private void load(HttpServletRequest request) {}

  private static String traceOf(Throwable problem) {
    StringWriter text = new StringWriter();
    problem.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  private static String shortOf(Throwable problem) {
    StringWriter text = new StringWriter();
    text.append("something went wrong");
    return text.toString();
  }
}
