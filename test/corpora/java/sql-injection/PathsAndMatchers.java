package com.acme.paths;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class Numbered {
    private static final Pattern RANGE = Pattern.compile("^(?<from>\\d+)-(?<to>[^,]*),([a-z]{2,3})");
    private JdbcTemplate jdbc;

    @GetMapping("/invoices/{year:\\d{4}}/{code:[A-Z]{2}[0-9]+}")
    void both(@PathVariable int year, @PathVariable("code") String value) {
        jdbc.execute("select * from invoices where code = '" + value + "'"); // ok: sql-injection
    }

    @GetMapping({"/items/{name:[a-z]+}", "/things/{name}"})
    void either(@PathVariable String name) {
        jdbc.execute("select * from items where name = '" + name + "'"); // expect: sql-injection
    }

    @GetMapping("/files/{name:.+}")
    void anything(@PathVariable String name) {
        jdbc.execute("select * from files where name = '" + name + "'"); // expect: sql-injection
    }

    @GetMapping("/words/{word:[a-z]+}")
    void other(@RequestParam String word) {
        jdbc.execute("select * from words where word = '" + word + "'"); // expect: sql-injection
    }

    @GetMapping("/ranges")
    void groups(@RequestParam String range) {
        Matcher matcher = RANGE.matcher(range);
        if (!matcher.find()) return;
        jdbc.execute("select * from t where n > " + matcher.group("from")); // ok: sql-injection
        jdbc.execute("select * from t where n < " + matcher.group("to")); // expect: sql-injection
        jdbc.execute("select * from t where c = '" + matcher.group(3) + "'"); // ok: sql-injection
        jdbc.execute("select * from t where c = '" + matcher.group() + "'"); // expect: sql-injection
    }

    @GetMapping("/queue")
    void peeked(@RequestParam String word) {
        Deque<String> waiting = new ArrayDeque<>();
        waiting.add(word);
        waiting.add("constant");
        jdbc.execute("select * from t where w = '" + waiting.peek() + "'"); // expect: sql-injection
        jdbc.execute("select * from t where w = '" + waiting.poll() + "'"); // expect: sql-injection
        jdbc.execute("select * from t where w = '" + waiting.peek() + "'"); // ok: sql-injection
        waiting.addLast(word);
        jdbc.execute("select * from t where w = '" + waiting.peekLast() + "'"); // expect: sql-injection
        jdbc.execute("select * from t where w = '" + waiting.getFirst() + "'"); // ok: sql-injection
    }
}

@Path("/shelves/{shelf: [a-z]+}")
class Shelves {
    private JdbcTemplate jdbc;

    @GET
    @Path("{book}")
    public void book(@PathParam("shelf") String shelf, @PathParam("book") String book) {
        jdbc.execute("select * from shelves where name = '" + shelf + "'"); // ok: sql-injection
        jdbc.execute("select * from books where name = '" + book + "'"); // expect: sql-injection
    }
}

abstract class Report extends HttpServlet {
    protected JdbcTemplate jdbc;

    protected abstract String condition(HttpServletRequest request);

    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
        jdbc.execute("select * from reports where " + condition(request)); // expect: sql-injection
    }
}

class FixedReport extends Report {
    protected String condition(HttpServletRequest request) {
        return "year = 2024";
    }
}

class ChosenReport extends Report {
    protected String condition(HttpServletRequest request) {
        return "year = " + request.getParameter("year");
    }
}
