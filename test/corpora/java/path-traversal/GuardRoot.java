import java.io.*;
import java.nio.file.*;
import javax.servlet.http.*;
class GuardRoot extends HttpServlet {
  static final File BASE = new File("/srv/files");
  static final Path ROOT = Path.of("/srv/files");
  void a(HttpServletRequest req, HttpServletResponse res) throws Exception {
    File file = new File(BASE, req.getParameter("p")); // expect: path-traversal
    if (!file.getCanonicalPath().startsWith(BASE.getCanonicalPath())) throw new IOException("no");
    new FileInputStream(file);
  }
  void b(HttpServletRequest req, HttpServletResponse res) throws Exception {
    File file = new File(BASE, req.getParameter("p")); // ok: path-traversal
    if (!file.getCanonicalPath().startsWith(BASE.getCanonicalPath() + File.separator)) throw new IOException("no");
    new FileInputStream(file);
  }
  void c(HttpServletRequest req, HttpServletResponse res) throws Exception {
    Path path = ROOT.resolve(req.getParameter("p")).normalize();
    if (!path.startsWith(ROOT)) throw new IOException("no");
    Files.readString(path); // ok: path-traversal
  }
  void d(HttpServletRequest req, HttpServletResponse res) throws Exception {
    Path path = ROOT.resolve(req.getParameter("p"));
    if (!path.startsWith(ROOT)) throw new IOException("no");
    Files.readString(path); // expect: path-traversal
  }
  void e(HttpServletRequest req, HttpServletResponse res) throws Exception {
    Path path = ROOT.resolve(req.getParameter("p")).normalize();
    if (!path.toString().startsWith(ROOT.toString())) throw new IOException("no");
    Files.readString(path); // expect: path-traversal
  }
  boolean isWithin(File dir, File file) throws IOException {
    return file.getCanonicalPath().startsWith(dir.getCanonicalPath());
  }
  void f(HttpServletRequest req, HttpServletResponse res) throws Exception {
    File file = new File(BASE, req.getParameter("p")); // expect: path-traversal
    if (!isWithin(BASE, file)) throw new IOException("no");
    new FileInputStream(file);
  }
  boolean isBelow(File dir, File file) throws IOException {
    return file.getCanonicalFile().toPath().startsWith(dir.getCanonicalFile().toPath());
  }
  void g(HttpServletRequest req, HttpServletResponse res) throws Exception {
    File file = new File(BASE, req.getParameter("p")); // ok: path-traversal
    if (!isBelow(BASE, file)) throw new IOException("no");
    new FileInputStream(file);
  }
  void i(HttpServletRequest req, HttpServletResponse res) throws Exception {
    String name = req.getParameter("p");
    if (name.contains("..")) throw new IOException("no");
    new FileInputStream(new File(BASE, name)); // ok: path-traversal
  }
  String valid(String name) throws IOException {
    if (name.contains("..") || name.contains("/")) throw new IOException("no");
    return name;
  }
  void j(HttpServletRequest req, HttpServletResponse res) throws Exception {
    Files.readString(ROOT.resolve(valid(req.getParameter("p")))); // ok: path-traversal
  }
}
