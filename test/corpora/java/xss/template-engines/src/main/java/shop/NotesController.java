package shop;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

@Controller
public class NotesController {
  @GetMapping("/note")
  public String note(@RequestParam String note, Model model) {
    model.addAttribute("note", note);
    model.addAttribute("title", "Note");
    return "note";
  }
}
