package com.acme.web;

import javax.servlet.http.Cookie;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.util.HtmlUtils;

@Controller
public class HelloController {
  @GetMapping("/hello")
  @ResponseBody
  public String hello(@RequestParam String name) {
    return "<b>Hello " + name + "</b>"; // expect: xss
  }

  @GetMapping("/hello/escaped")
  @ResponseBody
  public String escaped(@RequestParam String name) {
    return "<b>Hello " + HtmlUtils.htmlEscape(name) + "</b>"; // ok: xss
  }

  @GetMapping(value = "/hello/json", produces = MediaType.APPLICATION_JSON_VALUE)
  @ResponseBody
  public String json(@RequestParam String name) {
    return "{\"hello\": \"" + name + "\"}"; // ok: xss
  }

  @GetMapping("/hello/view")
  public String view(@RequestParam String name, Model model) {
    model.addAttribute("name", name); // ok: xss
    return "hello"; // ok: xss
  }

  @GetMapping("/hello/greeting")
  @ResponseBody
  public Greeting greeting(@RequestParam String name) {
    return new Greeting(name); // ok: xss
  }

  @GetMapping("/hello/entity")
  @ResponseBody
  public ResponseEntity<String> entity(@RequestParam String name) {
    if (name.isEmpty()) {
      return ResponseEntity.badRequest().body("no name"); // ok: xss
    }
    return ResponseEntity.ok("<b>Hello " + name + "</b>"); // expect: xss
  }

  @GetMapping("/hello/object")
  public ResponseEntity<Greeting> object(@RequestParam String name) {
    return ResponseEntity.ok(new Greeting(name)); // ok: xss
  }

  @GetMapping("/hello/cookie")
  public void cookie(HttpServletRequest request, HttpServletResponse response) throws Exception {
    for (Cookie cookie : request.getCookies()) {
      if (cookie.getName().equals("nick")) {
        response.getWriter().write("Hi " + cookie.getValue()); // expect: xss
      }
    }
  }

  record Greeting(String name) {}
}
