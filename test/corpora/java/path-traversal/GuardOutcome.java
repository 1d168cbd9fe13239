import java.nio.file.*;
import java.io.*;
import javax.servlet.http.*;
class GuardOutcome extends HttpServlet {
  static final Path ROOT = Path.of("/srv/files");
  record Out(boolean ok) {}
  static Out check2(String name) {
    if (name.contains("..") || name.contains("/")) return new Out(false);
    return new Out(true);
  }
  void k3(HttpServletRequest req, HttpServletResponse res) throws Exception {
    String name = req.getParameter("p");
    Out outcome = check2(name);
    if (!outcome.ok()) throw new IOException("no");
    Files.readString(ROOT.resolve(name)); // ok: path-traversal
  }
  void k4(HttpServletRequest req, HttpServletResponse res) throws Exception {
    String name = req.getParameter("p");
    Out outcome = check2(name);
    if (outcome == null) throw new IOException("no");
    Files.readString(ROOT.resolve(name)); // expect: path-traversal
  }
}
