import java.io.*;
import java.nio.file.*;
import javax.servlet.http.*;

class GuardAbsolute extends HttpServlet {
  private static final String ROOT = "/srv/files";

  void a(HttpServletRequest request) throws IOException {
    String name = request.getParameter("n");
    if (name.contains("..")) return;
    new FileInputStream(name); // expect: path-traversal
  }

  void b(HttpServletRequest request) throws IOException {
    String name = request.getParameter("n");
    if (name.contains("..")) return;
    new FileInputStream(new File(ROOT, name)); // ok: path-traversal
  }

  void c(HttpServletRequest request) throws IOException {
    String name = request.getParameter("n");
    if (name.contains("..")) return;
    Files.readAllBytes(Paths.get(ROOT).resolve(name)); // expect: path-traversal
  }

  void d(HttpServletRequest request) throws IOException {
    String name = request.getParameter("n");
    if (name.contains("..") || name.startsWith("/")) return;
    Files.readAllBytes(Paths.get(ROOT).resolve(name)); // ok: path-traversal
  }

  void e(HttpServletRequest request) throws IOException {
    String name = request.getParameter("n");
    if (name.contains("..") || Paths.get(name).isAbsolute()) return;
    Files.readAllBytes(Paths.get(ROOT).resolve(name)); // ok: path-traversal
  }

  void f(HttpServletRequest request) throws IOException {
    String name = request.getParameter("n").replaceAll("[^\\w.-]", "");
    new FileInputStream(ROOT + "/" + name + "/index.html"); // expect: path-traversal
  }

  void g(HttpServletRequest request) throws IOException {
    String name = request.getParameter("n").replaceAll("[^\\w.-]", "");
    StringBuilder path = new StringBuilder(ROOT).append("/").append(name);
    new FileInputStream(path.toString()); // ok: path-traversal
  }
}
