import java.io.*;
import java.nio.file.*;
import java.util.*;
import javax.servlet.http.*;

class GuardEach extends HttpServlet {
  private static final Set<String> KINDS = Set.of("a", "b");
  private static final String ROOT = "/srv/files";

  void g(HttpServletRequest request) throws Exception {
    String[] names = request.getParameterValues("n");
    for (String name : names) if (!KINDS.contains(name)) throw new IOException("no");
    for (String name : names) new FileInputStream(ROOT + "/" + name); // ok: path-traversal
  }
  void g2(HttpServletRequest request) throws Exception {
    String[] names = request.getParameterValues("n");
    for (String name : names) if (!KINDS.contains(name)) continue;
    for (String name : names) new FileInputStream(ROOT + "/" + name); // expect: path-traversal
  }
  void i2(HttpServletRequest request) throws Exception {
    Path path = Paths.get(ROOT).resolve(request.getParameter("n")).normalize();
    if (!path.getParent().equals(Paths.get(ROOT))) return;
    Files.readAllBytes(path); // ok: path-traversal
  }
  void i3(HttpServletRequest request) throws Exception {
    Path path = Paths.get(ROOT).resolve(request.getParameter("n"));
    if (!path.getParent().equals(Paths.get(ROOT))) return;
    Files.readAllBytes(path); // expect: path-traversal
  }
}
