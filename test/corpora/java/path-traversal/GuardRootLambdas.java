import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;

/** A root that is asked for in lambdas and streams, and by helpers that throw. */
class GuardRootLambdas extends HttpServlet {
  private static final Path ROOT = Paths.get("/srv/files").toAbsolutePath().normalize();

  interface Copier {
    void accept(Path path) throws IOException;
  }

  static Path within(Path root, String name) throws IOException {
    Path path = root.resolve(name).normalize();
    if (!path.startsWith(root)) throw new IOException("no");
    return path;
  }

  static Path resolved(Path root, String name) throws IOException {
    Path path = root.resolve(name).normalize();
    if (Files.notExists(path)) throw new IOException("no");
    return path;
  }

  static void copy(Path path, Copier copier) throws IOException {
    if (!path.normalize().startsWith(ROOT)) throw new IOException("no");
    copier.accept(path);
  }

  static void copyAll(Path path, Copier copier) throws IOException {
    copier.accept(path);
  }

  void a(HttpServletRequest request) throws Exception {
    Files.readAllBytes(within(ROOT, request.getParameter("n"))); // ok: path-traversal
    Files.readAllBytes(resolved(ROOT, request.getParameter("n"))); // expect: path-traversal
  }

  void b(HttpServletRequest request) throws Exception {
    List<Path> kept = Stream.of(request.getParameterValues("n"))
        .map(name -> ROOT.resolve(name).normalize())
        .filter(path -> path.startsWith(ROOT))
        .collect(Collectors.toList());
    for (Path path : kept) Files.readAllBytes(path); // ok: path-traversal
  }

  void c(HttpServletRequest request) throws Exception {
    List<Path> kept = Stream.of(request.getParameterValues("n"))
        .map(name -> ROOT.resolve(name))
        .filter(path -> path.startsWith(ROOT))
        .collect(Collectors.toList());
    for (Path path : kept) Files.readAllBytes(path); // expect: path-traversal
  }

  void d(HttpServletRequest request) throws Exception {
    Optional<Path> found = Optional.of(request.getParameter("n"))
        .map(ROOT::resolve)
        .map(Path::normalize)
        .filter(path -> path.startsWith(ROOT));
    Files.readAllBytes(found.orElseThrow()); // ok: path-traversal
  }

  void e(HttpServletRequest request) throws Exception {
    Path path = ROOT.resolve(request.getParameter("n"));
    copy(path, to -> Files.createFile(to)); // ok: path-traversal
    Path other = ROOT.resolve(request.getParameter("o"));
    copyAll(other, to -> Files.createFile(to)); // expect: path-traversal
  }

  void f(HttpServletRequest request) throws Exception {
    Path path = ROOT.resolve(request.getParameter("n")).toRealPath();
    if (!path.startsWith(ROOT)) throw new IOException("no");
    Path inside = path.resolve("index.html");
    Files.readAllBytes(inside); // ok: path-traversal
    Files.readAllBytes(path.getParent()); // ok: path-traversal
  }

  void g(HttpServletRequest request) throws Exception {
    Path path = ROOT.resolve(request.getParameter("n"));
    Consumer<Path> check = each -> {
      if (!each.normalize().startsWith(ROOT)) throw new IllegalArgumentException("no");
    };
    check.accept(path);
    Files.readAllBytes(path); // ok: path-traversal
  }

  void h(HttpServletRequest request) throws Exception {
    File file = new File("/srv/files", request.getParameter("n"));
    String root = new File("/srv/files").getCanonicalPath() + File.separator;
    if (!file.getCanonicalPath().startsWith(root)) throw new IOException("no");
    Runnable read = () -> {
      try {
        new FileInputStream(file); // ok: path-traversal
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    };
    read.run();
  }

  void i(Path file, String name) throws IOException {
    Path to = file.resolveSibling(name);
    if (!to.normalize().startsWith(file.getParent())) throw new IOException("no");
    Files.createFile(to); // ok: path-traversal
  }

  void j(HttpServletRequest request) throws Exception {
    i(Paths.get("/srv/files/archive.zip"), request.getParameter("n"));
  }
}
