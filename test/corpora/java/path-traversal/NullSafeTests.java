import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.commons.lang3.EnumUtils;
import org.apache.commons.lang3.Strings;
import org.springframework.util.CollectionUtils;
import org.springframework.util.ObjectUtils;

/** A class of the project's with all that a library's has. */
class Texts extends org.apache.commons.lang3.StringUtils {
  static boolean isNull(Object object) {
    return object == null;
  }
}

/** One that answers for itself. */
class OtherTexts extends org.apache.commons.lang3.StringUtils {
  public static boolean contains(CharSequence text, CharSequence part) {
    return false;
  }
}

class NullSafeTests extends HttpServlet {
  private static final String[] NAMES = {"a.txt", "b.txt"};
  private static final List<String> LISTED = Arrays.asList("a.txt", "b.txt");

  enum Kind { BOOKS, FILMS }

  static boolean isAllowed(String name) {
    if (Texts.contains(name, "..")) {
      return false;
    }
    if (ArrayUtils.contains(new String[] {"txt", "pdf"}, extension(name))) {
      return true;
    }
    return false;
  }

  static String extension(String name) {
    return name == null ? "" : name.substring(name.lastIndexOf('.') + 1);
  }

  static boolean isAnything(String name) {
    if (OtherTexts.contains(name, "..")) {
      return false;
    }
    return true;
  }

  void helper(HttpServletRequest request) throws Exception {
    String name = request.getParameter("n");
    if (!isAllowed(name)) throw new IOException("no");
    new FileInputStream("/srv/files/" + name); // ok: path-traversal
  }

  void own(HttpServletRequest request) throws Exception {
    String name = request.getParameter("n");
    if (!isAnything(name)) throw new IOException("no");
    new FileInputStream("/srv/files/" + name); // expect: path-traversal
  }

  static boolean hasDots(String name) {
    return Strings.CS.contains(name, "..");
  }

  void cases(HttpServletRequest request) throws Exception {
    String name = request.getParameter("n");
    if (hasDots(name)) return;
    new FileInputStream("/srv/files/" + name); // ok: path-traversal
  }

  void casesOtherwise(HttpServletRequest request) throws Exception {
    String name = request.getParameter("n");
    if (!hasDots(name)) return;
    new FileInputStream("/srv/files/" + name); // expect: path-traversal
  }

  void array(HttpServletRequest request) throws Exception {
    String name = request.getParameter("n");
    if (!ArrayUtils.contains(NAMES, name)) return;
    new FileInputStream(name); // ok: path-traversal
  }

  void notInArray(HttpServletRequest request) throws Exception {
    String name = request.getParameter("n");
    if (ArrayUtils.contains(NAMES, name)) return;
    new FileInputStream(name); // expect: path-traversal
  }

  void ofArray(HttpServletRequest request) throws Exception {
    String name = request.getParameter("n");
    String[] names = request.getParameterValues("names");
    if (!ArrayUtils.contains(names, name)) return;
    new FileInputStream(name); // expect: path-traversal
  }

  void element(HttpServletRequest request) throws Exception {
    String name = request.getParameter("n");
    if (!ObjectUtils.containsElement(NAMES, name)) return;
    new FileInputStream(name); // ok: path-traversal
  }

  void instance(HttpServletRequest request) throws Exception {
    String name = request.getParameter("n");
    if (!CollectionUtils.contains(LISTED.iterator(), name)) return;
    new FileInputStream(name); // ok: path-traversal
  }

  void equal(HttpServletRequest request) throws Exception {
    String name = request.getParameter("n");
    if (Objects.equals(name, "a.txt") || Objects.equals("b.txt", name)) {
      new FileInputStream(name); // ok: path-traversal
    }
    if (!Objects.equals(name, "a.txt") || Objects.equals("b.txt", name)) {
      new FileInputStream(name); // expect: path-traversal
    }
  }

  void springEqual(HttpServletRequest request) throws Exception {
    String name = request.getParameter("n");
    if (!ObjectUtils.nullSafeEquals(name, "a.txt")) return;
    new FileInputStream(name); // ok: path-traversal
  }

  void ofEnum(HttpServletRequest request) throws Exception {
    String name = request.getParameter("n");
    if (!EnumUtils.isValidEnum(Kind.class, name)) return;
    Files.readAllBytes(Paths.get("/srv/" + name)); // ok: path-traversal
  }

  void valueOf(HttpServletRequest request) throws Exception {
    Kind kind = Kind.valueOf(request.getParameter("n"));
    Files.readAllBytes(Paths.get("/srv/" + kind.name().toLowerCase())); // ok: path-traversal
    Kind other = Enum.valueOf(Kind.class, request.getParameter("n"));
    Files.readAllBytes(Paths.get("/srv/" + other)); // ok: path-traversal
  }

  void switched(HttpServletRequest request) throws Exception {
    String name = request.getParameter("n");
    switch (name) {
      case "a.txt":
      case "b.txt":
        new FileInputStream(name); // ok: path-traversal
        break;
      default:
        new FileInputStream(name); // expect: path-traversal
    }
  }

  void switchedEnum(HttpServletRequest request) throws Exception {
    String folder = switch (Kind.valueOf(request.getParameter("n"))) {
      case BOOKS -> "books";
      case FILMS -> "films";
    };
    Files.readAllBytes(Paths.get("/srv/" + folder)); // ok: path-traversal
  }
}
