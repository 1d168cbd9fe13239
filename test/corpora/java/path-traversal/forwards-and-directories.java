package portal;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.xml.transform.stream.StreamResult;
import org.springframework.stereotype.Controller;
import org.springframework.util.FileCopyUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

@Controller
class PortalController {
  @GetMapping("/open")
  String open(@RequestParam String page) {
    return "forward:" + page; // expect: path-traversal
  }

  @GetMapping("/open/view")
  ModelAndView view(@RequestParam String page) {
    return new ModelAndView("forward:/pages/" + page); // expect: path-traversal
  }

  @GetMapping("/open/query")
  String query(@RequestParam String term) {
    return "forward:/search?q=" + term; // ok: path-traversal
  }

  @GetMapping("/include")
  void include(HttpServletRequest request, HttpServletResponse response) throws Exception {
    request.getRequestDispatcher("/menu.jsp?item=" + request.getParameter("item")).include(request, response); // ok: path-traversal
    request.getRequestDispatcher("/parts/" + request.getParameter("part")).include(request, response); // expect: path-traversal
  }

  @GetMapping("/work")
  void work(@RequestParam String team) throws IOException {
    File directory = new File("/srv/teams", team); // expect: path-traversal
    File.createTempFile("upload", ".part", directory);
    Files.createTempDirectory(Path.of("/srv/teams", team), "job"); // expect: path-traversal
    File.createTempFile(team, ".part"); // ok: path-traversal
    new StreamResult(new File("/srv/teams", team)); // expect: path-traversal
    FileCopyUtils.copy(new byte[0], new File("/srv/teams", team)); // expect: path-traversal
    getClass().getResourceAsStream("/themes/" + team); // expect: path-traversal
  }
}
