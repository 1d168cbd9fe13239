package shop;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

@Controller
public class SearchController {
  @GetMapping("/search")
  public String search(@RequestParam String query, Model model) {
    model.addAttribute("query", query);
    model.addAttribute("total", 7);
    return "search";
  }

  @GetMapping("/user")
  public ModelAndView user(User user) {
    return new ModelAndView("user", "user", user);
  }
}
