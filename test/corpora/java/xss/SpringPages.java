package web;

import java.util.List;
import org.springframework.http.*;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.*;

@Controller
public class SpringPages {
    private final NoteRepository notes;

    SpringPages(NoteRepository notes) {
        this.notes = notes;
    }

    @GetMapping("/hello")
    @ResponseBody
    public String hello(@RequestParam String name) {
        return "<h1>" + name + "</h1>"; // expect: xss
    }

    @GetMapping(value = "/plain", produces = MediaType.TEXT_PLAIN_VALUE)
    @ResponseBody
    public String plain(@RequestParam String name) {
        return "Hello " + name; // ok: xss
    }

    @GetMapping("/view")
    public String view(@RequestParam String name, Model model) {
        model.addAttribute("name", name);
        return "view"; // ok: xss
    }

    @GetMapping("/entity")
    public ResponseEntity<String> entity(@RequestHeader("X-Name") String name) {
        return ResponseEntity.ok().contentType(MediaType.TEXT_HTML).body("<p>" + name + "</p>"); // expect: xss
    }

    @GetMapping("/json")
    @ResponseBody
    public Note json(@RequestParam String text) {
        return new Note(text); // ok: xss
    }

    record Note(String text) {}

    interface NoteRepository {
        List<Note> findAll();
    }
}
