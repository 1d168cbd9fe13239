package com.acme.library.web;

import com.acme.library.service.BookService;
import com.acme.library.repo.BookQuery;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Pattern;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Sort;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.ui.Model;
import org.springframework.validation.annotation.Validated;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.view.RedirectView;
import org.springframework.web.util.HtmlUtils;

@RestController
@RequestMapping("/api/books")
@Validated
class BookController {
    private static final Logger log = LoggerFactory.getLogger(BookController.class);
    private final BookService books;

    BookController(BookService books) {
        this.books = books;
    }

    record Search(String title, String author, Integer year, SortBy sort) {}

    enum SortBy { TITLE, YEAR }

    @GetMapping
    List<Map<String, Object>> search(Search search) {
        return books.search(BookQuery.builder().title(search.title()).year(search.year()).build());
    }

    @GetMapping("/by-author/{author}")
    List<Map<String, Object>> byAuthor(@PathVariable String author, @RequestParam(defaultValue = "title") String sort) {
        return books.byAuthor(author, sort);
    }

    @GetMapping("/enum")
    List<Map<String, Object>> sorted(@RequestParam SortBy sort, @RequestParam int limit) {
        return books.sorted(sort.name(), limit);
    }

    @GetMapping(value = "/{id}/card", produces = MediaType.TEXT_HTML_VALUE)
    String card(@PathVariable UUID id, @RequestParam Optional<String> note) {
        return "<div id='" + id + "'>" + note.map(HtmlUtils::htmlEscape).orElse("") + "</div>"; // ok: xss
    }

    @GetMapping(value = "/{id}/note", produces = "text/html;charset=UTF-8")
    ResponseEntity<String> note(@PathVariable long id, @RequestParam Optional<String> note) {
        String text = note.filter(n -> n.length() < 200).orElse("none");
        return ResponseEntity.ok("<p>" + text + "</p>"); // expect: xss
    }

    @GetMapping("/{id}/json")
    Map<String, String> json(@PathVariable String id) {
        return Map.of("id", id); // ok: xss
    }

    @PostMapping("/go")
    ResponseEntity<Void> go(@RequestParam String next) {
        return ResponseEntity.status(HttpStatus.FOUND).location(URI.create(next)).build(); // expect: open-redirect
    }

    @PostMapping("/go-header")
    ResponseEntity<Void> goHeader(@RequestParam("to") String to) {
        HttpHeaders headers = new HttpHeaders();
        headers.add(HttpHeaders.LOCATION, to); // expect: open-redirect
        return new ResponseEntity<>(headers, HttpStatus.SEE_OTHER);
    }

    @PostMapping("/go-local")
    ResponseEntity<Void> goLocal(@RequestParam @Pattern(regexp = "[a-z]{1,20}") String section) {
        return ResponseEntity.status(302).header("Location", "/sections/" + section).build(); // ok: open-redirect
    }

    @GetMapping("/view")
    ModelAndView view(@RequestParam String page) {
        return new ModelAndView("redirect:" + page); // expect: open-redirect
    }

    @GetMapping("/view2")
    RedirectView view2(@RequestHeader(value = "Referer", required = false) String referer) {
        RedirectView view = new RedirectView();
        view.setUrl(referer); // expect: open-redirect
        return view;
    }

    @DeleteMapping("/{isbn}")
    void remove(@PathVariable String isbn, @RequestHeader("X-User") String user) {
        log.info("user {} removes {}", user, isbn); // expect: log-injection
        log.info("user {} removes {}", user.replaceAll("[\r\n]", "_"), isbn.length()); // ok: log-injection
        books.remove(isbn);
    }
}
