package com.acme.login;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.view.RedirectView;

@Controller
public class LoginController {
  private static final List<String> PAGES = List.of("/home", "/account");

  @GetMapping("/login/done")
  public void done(HttpServletRequest request, HttpServletResponse response, @RequestParam String next) throws IOException {
    if (request.getParameter("plain") != null) {
      response.sendRedirect(next); // expect: open-redirect
      return;
    }
    if (PAGES.contains(next)) {
      response.sendRedirect(next); // ok: open-redirect
      return;
    }
    String tab = request.getParameter("tab");
    response.sendRedirect("/account?tab=" + tab); // ok: open-redirect
    response.sendRedirect(request.getContextPath() + "/home"); // ok: open-redirect
    response.setHeader("Location", next); // expect: open-redirect
  }

  @GetMapping("/go")
  public String go(@RequestParam String url) {
    return "redirect:" + url; // expect: open-redirect
  }

  @GetMapping("/go/home")
  public String home(@RequestParam String section) {
    return "redirect:/home#" + section; // ok: open-redirect
  }

  @GetMapping("/go/view")
  public RedirectView view(@RequestParam String url) {
    return new RedirectView(url); // expect: open-redirect
  }

  @GetMapping("/go/model")
  public ModelAndView model(@RequestParam String url) {
    return new ModelAndView("redirect:" + url); // expect: open-redirect
  }

  @GetMapping("/go/fixed")
  public ModelAndView fixed(@RequestParam int page) {
    return new ModelAndView("redirect:/list?page=" + page); // ok: open-redirect
  }

  @GetMapping("/go/rest")
  public Response rest(@RequestParam String target) {
    return Response.seeOther(URI.create(target)).build(); // expect: open-redirect
  }
}
