import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

public class Programs extends HttpServlet {
  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
    String url = request.getParameter("url");
    new ProcessBuilder("git", "clone", url).start(); // expect: argument-injection
    new ProcessBuilder("git", "clone", "--", url).start(); // ok: argument-injection
    new ProcessBuilder(List.of("tar", "-xf", url)).start(); // ok: argument-injection
    new ProcessBuilder(Arrays.asList("rsync", url, "/srv")).start(); // expect: argument-injection
    Runtime.getRuntime().exec(new String[] {"curl", "-s", url}); // expect: argument-injection
    Runtime.getRuntime().exec(new String[] {"curl", "-s", "--", url}); // ok: argument-injection
    Runtime.getRuntime().exec(new String[] {"git", "log", "origin/" + url}); // ok: argument-injection
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
    List<String> command = new ArrayList<>();
    command.add("git");
    command.add("show");
    command.add(request.getParameter("ref"));
    new ProcessBuilder(command).start(); // expect: argument-injection
    String ref = request.getParameter("other");
    if (ref.startsWith("-")) throw new IllegalArgumentException(ref);
    new ProcessBuilder("git", "show", ref).start(); // ok: argument-injection
    String name = request.getParameter("name");
    if (!name.matches("[a-z][a-z-]*")) throw new IllegalArgumentException(name);
    new ProcessBuilder("git", "show", name).start(); // ok: argument-injection
    String loose = request.getParameter("loose");
    if (!loose.matches("[a-z-]*")) throw new IllegalArgumentException(loose);
    new ProcessBuilder("git", "show", loose).start(); // expect: argument-injection
  }
}
