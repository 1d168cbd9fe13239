package com.acme.shop.web;

import com.acme.shop.data.OrderRepository;
import com.acme.shop.data.OrderFilter;
import com.acme.shop.service.OrderService;
import com.acme.shop.service.ExportService;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import java.io.IOException;
import java.util.*;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.http.*;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.util.StringUtils;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.view.RedirectView;
import org.springframework.web.util.HtmlUtils;

@Slf4j
@RestController
@RequestMapping("/orders")
@RequiredArgsConstructor
public class OrderController {
    private final OrderService orders;
    private final ExportService exports;

    @GetMapping
    public List<?> list(@RequestParam String q, @RequestParam(defaultValue = "id") String sort) {
        return orders.search(q, sort);
    }

    @PostMapping("/filter")
    public List<?> filter(@Valid @RequestBody OrderFilter filter) {
        return orders.filter(filter);
    }

    @GetMapping("/{id}")
    public Object one(@PathVariable long id) {
        return orders.byId(id);
    }

    @GetMapping(value = "/{id}/html", produces = MediaType.TEXT_HTML_VALUE)
    public String html(@PathVariable String id) {
        return "<h1>" + id + "</h1>"; // expect: xss
    }

    @GetMapping(value = "/{id}/html2", produces = "text/html")
    public ResponseEntity<String> html2(@PathVariable String id) {
        return ResponseEntity.ok("<h1>" + HtmlUtils.htmlEscape(id) + "</h1>"); // ok: xss
    }

    @GetMapping("/export")
    public void export(@RequestParam Map<String, String> params, HttpServletResponse response) throws IOException {
        exports.export(params.get("name"), Integer.parseInt(params.get("count")));
    }

    @PostMapping("/upload")
    public String upload(@RequestParam("file") MultipartFile file) throws IOException {
        log.info("received {}", file.getSize());
        exports.keep(file);
        return "ok";
    }

    @GetMapping("/doc")
    public ResponseEntity<Resource> doc(@RequestParam String name) {
        return ResponseEntity.ok(new FileSystemResource("/srv/docs/" + name)); // expect: path-traversal
    }

    @GetMapping("/leave")
    public ResponseEntity<Void> leave(@RequestParam String to) {
        HttpHeaders headers = new HttpHeaders();
        headers.add("Location", to); // expect: open-redirect
        return new ResponseEntity<>(headers, HttpStatus.FOUND);
    }

    @GetMapping("/leave2")
    public RedirectView leave2(@RequestParam String to) {
        if (!to.equals("/a") && !to.equals("/b")) {
            return new RedirectView("/");
        }
        return new RedirectView(to); // ok: open-redirect
    }

    @GetMapping("/call")
    public String call(@RequestParam String host, @RequestParam int port) {
        return orders.ping(host, port);
    }

    @ExceptionHandler(IllegalArgumentException.class)
    public ResponseEntity<Map<String, String>> bad(IllegalArgumentException e) {
        return ResponseEntity.badRequest().body(Map.of("message", String.valueOf(e.getMessage()))); // ok: xss
    }
}

@Controller
class PageController {
    @GetMapping("/go")
    public String go(@RequestParam String to) {
        return "redirect:" + to; // expect: open-redirect
    }

    @GetMapping("/go2")
    public String go2(@RequestParam String id) {
        return "redirect:/items/" + id; // ok: open-redirect
    }

    @GetMapping("/view")
    public ModelAndView view(@RequestParam String name) {
        return new ModelAndView("hello", "name", name); // ok: xss
    }

    @GetMapping("/raw")
    @ResponseBody
    public String raw(@CookieValue("theme") String theme) {
        return "<body class=" + theme + ">"; // expect: xss
    }
}
