import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

public class GuardSomeRoot extends HttpServlet {
  private static final List<Path> ROOTS = List.of(Paths.get("/srv/books"), Paths.get("/srv/films"));

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
    Path any = Paths.get(request.getParameter("any")).normalize();
    if (!ROOTS.stream().anyMatch(root -> any.startsWith(root))) return;
    Files.readAllBytes(any); // ok: path-traversal

    Path none = Paths.get(request.getParameter("none")).normalize();
    if (ROOTS.stream().noneMatch(root -> none.startsWith(root))) return;
    Files.readAllBytes(none); // ok: path-traversal

    Path wrong = Paths.get(request.getParameter("wrong")).normalize();
    if (ROOTS.stream().anyMatch(root -> wrong.startsWith(root))) return;
    Files.readAllBytes(wrong); // expect: path-traversal

    Path raw = Paths.get(request.getParameter("raw"));
    if (ROOTS.stream().noneMatch(root -> raw.startsWith(root))) return;
    Files.readAllBytes(raw); // expect: path-traversal

    String name = request.getParameter("name");
    File file = new File("/srv/books", name);
    if (name.contains("..")) return;
    new FileInputStream(file); // ok: path-traversal

    String other = request.getParameter("other");
    Path resolved = Paths.get("/srv/books").resolve(other);
    if (other.contains("..")) return;
    Files.readAllBytes(resolved); // expect: path-traversal
  }
}
