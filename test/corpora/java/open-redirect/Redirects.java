package web;

import jakarta.servlet.http.*;
import java.io.IOException;
import java.net.URI;
import java.util.Set;
import org.springframework.http.*;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.view.RedirectView;

@Controller
public class Redirects {
    private static final Set<String> TARGETS = Set.of("/home", "/cart");

    @GetMapping("/a")
    public void a(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.sendRedirect(request.getParameter("next")); // expect: open-redirect
    }

    @GetMapping("/b")
    public String b(@RequestParam String next) {
        return "redirect:" + next; // expect: open-redirect
    }

    @GetMapping("/c")
    public RedirectView c(@RequestParam String next) {
        return new RedirectView(next); // expect: open-redirect
    }

    @GetMapping("/d")
    public ModelAndView d(@RequestParam String next) {
        return new ModelAndView("redirect:" + next); // expect: open-redirect
    }

    @GetMapping("/e")
    public String e(@RequestParam String next) {
        if (!TARGETS.contains(next)) {
            return "redirect:/home"; // ok: open-redirect
        }
        return "redirect:" + next; // ok: open-redirect
    }

    @GetMapping("/f")
    public void f(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.sendRedirect(request.getContextPath() + "/login"); // ok: open-redirect
        response.setHeader("Location", request.getParameter("u")); // expect: open-redirect
        response.setStatus(302);
    }

    @GetMapping("/g")
    public ResponseEntity<Void> g(@RequestParam String u) {
        return ResponseEntity.status(HttpStatus.FOUND).location(URI.create(u)).build(); // expect: open-redirect
    }

    @GetMapping("/h")
    public String h(@RequestParam Long id) {
        return "redirect:/items/" + id; // ok: open-redirect
    }
}
