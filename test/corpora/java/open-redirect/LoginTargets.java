package com.shop.login;

import jakarta.servlet.http.*;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.springframework.http.*;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.view.RedirectView;

@Controller
public class LoginTargets {
    private static final List<String> TARGETS = List.of("/home", "/orders");

    @GetMapping("/go")
    public String go(@RequestParam String next) {
        return "redirect:" + next; // expect: open-redirect
    }

    @GetMapping("/go-local")
    public String goLocal(@RequestParam String page) {
        return "redirect:/pages/" + page; // ok: open-redirect
    }

    @GetMapping("/view")
    public RedirectView view(@RequestParam String next) {
        return new RedirectView(next); // expect: open-redirect
    }

    @GetMapping("/mav")
    public ModelAndView mav(@RequestParam String next) {
        if (!TARGETS.contains(next)) next = "/home";
        return new ModelAndView("redirect:" + next); // ok: open-redirect
    }

    @GetMapping("/entity")
    public ResponseEntity<Void> entity(@RequestParam String next) {
        return ResponseEntity.status(HttpStatus.FOUND).location(URI.create(next)).build(); // expect: open-redirect
    }

    @GetMapping("/servlet")
    public void servlet(HttpServletRequest req, HttpServletResponse res) throws IOException {
        String next = req.getParameter("next");
        res.sendRedirect(next); // expect: open-redirect
        if (next.startsWith("/") && !next.startsWith("//")) {
            res.sendRedirect(next); // ok: open-redirect
        }
        res.sendRedirect(req.getContextPath() + "/home"); // ok: open-redirect
        res.sendRedirect(req.getContextPath() + "/home?tab=" + next); // ok: open-redirect
        res.setStatus(302);
        res.setHeader("Location", next); // expect: open-redirect
        String host = URI.create(next).getHost();
        if ("shop.example.com".equals(host)) res.sendRedirect(next); // ok: open-redirect
    }
}
