package shop;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

@Controller
public class SearchController {

  @GetMapping("/search")
  public String search(@RequestParam String query, Model model) {
    model.addAttribute("query", query);
    model.addAttribute("total", 7);
    model.addAttribute("title", "Search");
    return "search";
  }

  @PostMapping("/users")
  public String save(User user, Model model) {
    model.addAttribute("title", "Saved");
    return "users/saved";
  }

  @GetMapping("/fixed")
  public String fixed(@RequestParam String query, Model model) {
    model.addAttribute("text", "fixed");
    return "fixed";
  }
}
