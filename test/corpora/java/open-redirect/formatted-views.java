package account;

import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

@Controller
class ReturnController {
  @GetMapping("/return")
  String back(@RequestParam String site) {
    return "redirect:" + String.format("%s/?from=account", site); // expect: open-redirect
  }

  @GetMapping("/return/page")
  String page(@RequestParam String page) {
    return "redirect:" + String.format("/pages/%s", page); // ok: open-redirect
  }
}
