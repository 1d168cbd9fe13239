package com.acme.more;

import io.micronaut.http.HttpResponse;
import io.micronaut.http.annotation.*;
import io.vertx.ext.web.RoutingContext;
import io.javalin.http.Context;
import java.io.*;
import java.net.URI;
import java.nio.file.*;
import java.sql.*;
import java.util.*;
import java.util.regex.*;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Param;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.*;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;
import org.thymeleaf.TemplateEngine;

@Controller("/m")
class MicronautOnes {
    private final Jdbi jdbi;
    private final DSLContext dsl;

    MicronautOnes(Jdbi jdbi, DSLContext dsl) { this.jdbi = jdbi; this.dsl = dsl; }

    @Get("/a")
    List<?> a(@QueryValue String n) {
        return jdbi.withHandle(h -> h.createQuery("SELECT * FROM u WHERE n = '" + n + "'").mapToMap().list()); // expect: sql-injection
    }

    @Get("/b")
    List<?> b(@QueryValue String n) {
        return jdbi.withHandle(h -> h.createQuery("SELECT * FROM u WHERE n = :n").bind("n", n).mapToMap().list()); // ok: sql-injection
    }

    @Get("/c/{n}")
    Object c(@PathVariable String n) {
        dsl.fetch("SELECT * FROM u WHERE n = ?", n); // ok: sql-injection
        return dsl.fetch("SELECT * FROM u WHERE n = '" + n + "'"); // expect: sql-injection
    }

    @Get("/d")
    HttpResponse<?> d(@QueryValue String to) {
        return HttpResponse.redirect(URI.create(to)); // expect: open-redirect
    }
}

class VertxOnes {
    void handle(RoutingContext ctx) {
        String n = ctx.request().getParam("n");
        ctx.response().putHeader("content-type", "text/html").end("<p>" + n + "</p>"); // expect: xss
        ctx.response().putHeader("content-type", "application/json").end("{\"n\": 1}"); // ok: xss
    }

    void javalin(Context ctx) throws IOException {
        ctx.html("<p>" + ctx.queryParam("n") + "</p>"); // expect: xss
        ctx.result(Files.readString(Path.of("/srv", ctx.pathParam("f")))); // expect: path-traversal
        ctx.redirect("/x/" + ctx.queryParam("n")); // ok: open-redirect
    }
}

interface Users {
    @Select("SELECT * FROM u WHERE n = '${n}'") // expect: sql-injection
    List<Object> bad(@Param("n") String n);

    @Select("SELECT * FROM u WHERE n = #{n}") // ok: sql-injection
    List<Object> good(@Param("n") String n);
}

class Row {
    private final String name;
    private final int age;
    Row(String name, int age) { this.name = name; this.age = age; }
    @Override public String toString() { return "Row " + age; }
    String getName() { return name; }
    int getAge() { return age; }
}

class NotAllowed extends RuntimeException {
    NotAllowed(String m) { super(m); }
}

@RestController
class SpringOnes {
    @Autowired Users users;
    @Autowired JdbcTemplate jdbc;
    @Autowired MongoTemplate mongo;
    private final WebClient web = WebClient.create("https://api.example.com");
    private static final Pattern ID = Pattern.compile("^[a-z0-9]{1,20}$");

    @GetMapping("/u")
    Object u(@RequestParam String n) {
        users.bad(n);
        return users.good(n);
    }

    @GetMapping("/mongo")
    Object mongo(@RequestParam String n) {
        mongo.find(new Query(Criteria.where("n").is(n)), Row.class); // ok: nosql-injection
        return mongo.find(new BasicQuery("{ n: '" + n + "' }"), Row.class); // expect: nosql-injection
    }

    @GetMapping("/web")
    Object web(@RequestParam String p, @RequestParam String url) {
        web.get().uri("/items/{p}", p).retrieve(); // ok: ssrf
        return WebClient.create().get().uri(url).retrieve(); // expect: ssrf
    }

    @PostMapping("/row")
    void row(@RequestParam String n, @RequestParam int a) throws IOException {
        Row row = new Row(n, a);
        Runtime.getRuntime().exec("x " + row.getAge()); // ok: command-injection
        Runtime.getRuntime().exec("x " + row.getName()); // expect: command-injection
        Matcher m = ID.matcher(n);
        if (m.matches()) {
            Runtime.getRuntime().exec("x " + n); // ok: command-injection
        }
        if (!ID.matcher(n).matches()) {
            throw new NotAllowed("no: " + n);
        }
        Runtime.getRuntime().exec("x " + n); // ok: command-injection
    }

    @PostMapping("/guard")
    void guard(@RequestParam String n, @RequestParam String f) throws IOException, SQLException {
        check(f);
        new FileInputStream("/srv/" + f).close(); // ok: path-traversal
        String quoted = n.replace("'", "''");
        jdbc.queryForList("SELECT * FROM u WHERE n = '" + quoted + "'"); // ok: sql-injection
        jdbc.queryForList("SELECT * FROM u WHERE n = ?", n); // ok: sql-injection
        jdbc.query("SELECT * FROM u WHERE n = '" + n + "'", rs -> {}); // expect: sql-injection
        String table = switch (n) { case "a" -> "ta"; case "b" -> "tb"; default -> throw new NotAllowed(n); };
        jdbc.execute("TRUNCATE TABLE " + table); // ok: sql-injection
    }

    private static void check(String f) {
        if (f.contains("..") || f.contains("/") || f.contains("\\")) {
            throw new NotAllowed("no");
        }
    }

    @KafkaListener(topics = "jobs")
    void job(String message) throws IOException {
        Runtime.getRuntime().exec(message); // expect: command-injection
    }
}
