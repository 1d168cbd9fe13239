package com.shop.web;

import jakarta.servlet.http.*;
import java.io.IOException;
import java.io.PrintWriter;
import org.apache.commons.text.StringEscapeUtils;
import org.owasp.encoder.Encode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.util.HtmlUtils;
import reactor.core.publisher.Mono;
import org.jsoup.Jsoup;
import org.jsoup.safety.Safelist;
import java.util.Optional;
import jakarta.validation.constraints.Pattern;

@Controller
public class AnswerKinds {
    record Greeting(String name) {}

    @GetMapping("/hello")
    @ResponseBody
    public String hello(@RequestParam String name) {
        return "<h1>Hello " + name + "</h1>"; // expect: xss
    }

    @GetMapping("/hello-safe")
    @ResponseBody
    public String helloSafe(@RequestParam String name) {
        return "<h1>Hello " + HtmlUtils.htmlEscape(name) + "</h1>"; // ok: xss
    }

    @GetMapping("/hello-owasp")
    @ResponseBody
    public String helloOwasp(@RequestParam String name) {
        return "<a title='" + Encode.forHtmlAttribute(name) + "'>x</a>"; // ok: xss
    }

    @GetMapping(value = "/hello-json", produces = MediaType.APPLICATION_JSON_VALUE)
    @ResponseBody
    public Greeting json(@RequestParam String name) {
        return new Greeting(name); // ok: xss
    }

    @GetMapping(value = "/hello-entity", produces = "text/html")
    public ResponseEntity<String> entity(@RequestParam String name) {
        return ResponseEntity.ok("<p>" + name); // expect: xss
    }

    @GetMapping("/hello-typed")
    public ResponseEntity<String> typed(@RequestParam String name) {
        return ResponseEntity.ok().contentType(MediaType.TEXT_PLAIN).body("hello " + name); // ok: xss
    }

    @GetMapping("/hello-sanitised")
    @ResponseBody
    public String sanitised(@RequestParam String bio) {
        return Jsoup.clean(bio, Safelist.basic()); // ok: xss
    }

    @GetMapping("/hello-pattern")
    @ResponseBody
    public String pattern(@RequestParam @Pattern(regexp = "^[A-Za-z ]{1,40}$") String name) {
        return "<b>" + name + "</b>"; // ok: xss
    }

    @GetMapping(value = "/flux", produces = MediaType.TEXT_HTML_VALUE)
    @ResponseBody
    public Mono<String> flux(@RequestParam String name) {
        return Mono.just("<b>" + name + "</b>"); // expect: xss
    }

    @GetMapping("/model")
    public String model(@RequestParam String name, Model model) {
        model.addAttribute("name", name);
        return "greeting"; // ok: xss
    }

    @PostMapping("/raw")
    public void raw(HttpServletRequest req, HttpServletResponse res) throws IOException {
        res.setContentType("text/html;charset=UTF-8");
        PrintWriter out = res.getWriter();
        String q = Optional.ofNullable(req.getParameter("q")).orElse("");
        out.println("<p>Results for " + q + "</p>"); // expect: xss
        out.printf("<p>%s</p>%n", StringEscapeUtils.escapeHtml4(q)); // ok: xss
        out.printf("<p>%s</p>%n", q); // expect: xss
        out.format("<p>%d</p>", q.length()); // ok: xss
        out.write("<script>var q = '" + StringEscapeUtils.escapeHtml4(q) + "';</script>");
        for (Cookie c : req.getCookies()) {
            if (c.getName().equals("theme")) out.print("<body class='" + c.getValue() + "'>"); // expect: xss
        }
        out.print(req.getSession().getId());
    }

    @PostMapping("/plain")
    public void plain(HttpServletRequest req, HttpServletResponse res) throws IOException {
        res.setContentType("text/plain");
        res.getWriter().write(req.getParameter("q")); // ok: xss
    }

    @PostMapping("/json-out")
    public void jsonOut(HttpServletRequest req, HttpServletResponse res) throws IOException {
        res.setContentType("application/json");
        res.getWriter().write("{\"q\": \"" + req.getParameter("q") + "\"}"); // ok: xss
    }

    @ExceptionHandler(IllegalStateException.class)
    @ResponseBody
    public String failed(IllegalStateException e, HttpServletRequest req) {
        return "<p>Could not open it</p>"; // ok: xss
    }
}
