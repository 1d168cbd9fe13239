import java.io.*;
import java.nio.file.*;
import java.util.*;
import javax.servlet.http.*;
import org.apache.commons.io.FileUtils;
import org.apache.commons.lang3.StringUtils;
import org.springframework.web.multipart.MultipartFile;

/** Helpers that throw: what they show of their arguments holds where they came back. */
class Names {
  static void check(String... names) {
    if (names != null) {
      for (String name : names) {
        if (StringUtils.isNotBlank(name) && StringUtils.contains(name, "." + File.separator)) {
          throw new IllegalArgumentException("no");
        }
      }
    }
  }
  static void checkOne(String name) {
    if (name.contains("./")) throw new IllegalArgumentException("no");
  }
  static void checkFirst(String... names) {
    for (String name : names) {
      if (name.contains("../")) throw new IllegalArgumentException("no");
      break;
    }
  }
  static void checkBelow(Path root, Path path) {
    if (path.normalize().startsWith(root)) {
      return;
    }
    throw new IllegalArgumentException("no");
  }
  static void checkBelow(String root, String path) {
    checkBelow(Paths.get(root), Paths.get(path));
  }
  static String language(String language) {
    if (language != null && !language.matches("^[A-Za-z0-9_-]+$")) throw new IllegalArgumentException("no");
    return language;
  }
  static String anything(String language) {
    if (language != null && !language.matches("^[A-Za-z0-9_/.-]+$")) throw new IllegalArgumentException("no");
    return language;
  }
  static String nothingMuch(String language) {
    if (language != null && language.isEmpty()) throw new IllegalArgumentException("no");
    return language;
  }
}

class GuardThrows extends HttpServlet {
  void a(HttpServletRequest request) throws Exception {
    String name = request.getParameter("n");
    Names.check(name);
    new FileInputStream("/srv/files/" + name); // ok: path-traversal
  }
  void a1(HttpServletRequest request) throws Exception {
    String name = request.getParameter("n");
    Names.checkOne(name);
    new FileInputStream("/srv/files/" + name); // ok: path-traversal
  }
  void a2(HttpServletRequest request) throws Exception {
    String name = request.getParameter("n");
    Names.check(name);
    new FileInputStream(name); // expect: path-traversal
  }
  void a3(MultipartFile file) throws Exception {
    Names.check(file.getOriginalFilename());
    File target = new File(FileUtils.getTempDirectoryPath() + File.separator + Objects.requireNonNull(file.getOriginalFilename()));
    new FileOutputStream(target); // ok: path-traversal
  }
  void a4(MultipartFile file) throws Exception {
    new FileOutputStream(FileUtils.getTempDirectoryPath() + File.separator + file.getOriginalFilename()); // expect: path-traversal
  }
  void a5(HttpServletRequest request) throws Exception {
    String name = request.getParameter("n");
    String other = request.getParameter("o");
    Names.checkFirst(name, other);
    new FileInputStream("/srv/files/" + other); // expect: path-traversal
  }
  void a6(HttpServletRequest request) throws Exception {
    String name = request.getParameter("n");
    String other = request.getParameter("o");
    Names.check(name, other);
    new FileInputStream("/srv/files/" + other); // ok: path-traversal
  }
  void b(HttpServletRequest request) throws Exception {
    Path root = Paths.get("/srv/files");
    Path path = root.resolve(request.getParameter("n"));
    Names.checkBelow(root, path);
    Files.readAllBytes(path); // ok: path-traversal
  }
  void b1(HttpServletRequest request) throws Exception {
    String path = "/srv/files/" + request.getParameter("n");
    Names.checkBelow("/srv/files", path);
    new FileInputStream(path); // ok: path-traversal
  }
  void b2(HttpServletRequest request) throws Exception {
    Path root = Paths.get("/srv/files");
    Path path = root.resolve(request.getParameter("n"));
    Path other = root.resolve(request.getParameter("o"));
    Names.checkBelow(root, path);
    Files.readAllBytes(other); // expect: path-traversal
  }
  void c(HttpServletRequest request) throws Exception {
    Path root = Paths.get(getServletContext().getRealPath("/images")).normalize();
    Path path = root;
    if (request.getPathInfo() != null) {
      path = path.resolve(request.getPathInfo());
      if (!(path.normalize().startsWith(root))) {
        return;
      }
    }
    new FileInputStream(path.normalize().toFile()); // ok: path-traversal
  }
  void c1(HttpServletRequest request) throws Exception {
    Path root = Paths.get("/srv/files").normalize();
    Path path = root.resolve(request.getPathInfo());
    if (!path.startsWith(root)) return;
    new FileInputStream(path.normalize().toFile()); // expect: path-traversal
  }
  void c2(HttpServletRequest request) throws Exception {
    Path root = Paths.get(getServletContext().getRealPath(request.getParameter("r"))).normalize();
    Path path = root.resolve(request.getPathInfo());
    if (!path.normalize().startsWith(root)) return;
    new FileInputStream(root.toFile()); // expect: path-traversal
  }
  void c3(HttpServletRequest request) throws Exception {
    Path root = Paths.get(getServletContext().getRealPath(request.getHeader("r"))).normalize();
    Path path = Paths.get("/srv/files").resolve(request.getPathInfo());
    if (!path.normalize().startsWith(root)) return;
    new FileInputStream(path.toFile()); // ok: path-traversal
  }
  void d(HttpServletRequest request) throws Exception {
    Path root = Paths.get("/srv/files");
    String language = Names.language(request.getParameter("l"));
    Files.newInputStream(root.resolve(language + ".json")); // ok: path-traversal
  }
  void d1(HttpServletRequest request) throws Exception {
    Path root = Paths.get("/srv/files");
    String language = Objects.requireNonNullElse(Names.language(request.getParameter("l")), "en");
    Files.newInputStream(root.resolve(language + ".json")); // ok: path-traversal
  }
  void d2(HttpServletRequest request) throws Exception {
    Path root = Paths.get("/srv/files");
    String language = Objects.requireNonNullElse(Names.anything(request.getParameter("l")), "en");
    Files.newInputStream(root.resolve(language + ".json")); // expect: path-traversal
  }
  private final Map<String, byte[]> kept = new HashMap<>();
  byte[] e(HttpServletRequest request) throws Exception {
    Path root = Paths.get("/srv/files");
    String language = Objects.requireNonNullElse(Names.language(request.getParameter("l")), "en");
    return kept.computeIfAbsent(language, missing -> {
      Path file = root.resolve(missing + ".json");
      try {
        return Files.readAllBytes(file); // ok: path-traversal
      } catch (IOException e) {
        return null;
      }
    });
  }
  byte[] e1(HttpServletRequest request) throws Exception {
    Path root = Paths.get("/srv/files");
    String language = Names.nothingMuch(request.getParameter("l"));
    return kept.computeIfAbsent(language, missing -> {
      Path file = root.resolve(missing + ".json");
      try {
        return Files.readAllBytes(file); // expect: path-traversal
      } catch (IOException e) {
        return null;
      }
    });
  }
}
