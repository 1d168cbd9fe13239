package shop;

import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

@Controller
public class PartsController {
  /** A client asks for the part itself, with parameters of its own. */
  @GetMapping("/kind")
  public String kind() {
    return "viewed";
  }

  @GetMapping("/one")
  public String one() {
    return "one";
  }
}
