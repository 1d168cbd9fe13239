package flux;

import io.micronaut.http.annotation.*;
import io.vertx.core.AbstractVerticle;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.server.*;
import org.springframework.data.jpa.domain.Specification;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Flux;
import javax.persistence.EntityManager;
import javax.persistence.criteria.*;
import java.nio.file.*;
import java.io.*;
import java.util.*;

@Component
public class Handlers {
    private final DatabaseClient db;
    private EntityManager em;

    public Handlers(DatabaseClient db) {
        this.db = db;
    }

    public Mono<ServerResponse> list(ServerRequest request) {
        String n = request.queryParam("n").orElse("");
        Flux<Map<String, Object>> rows = db.sql("SELECT * FROM t WHERE n = '" + n + "'").fetch().all(); // expect: sql-injection
        Flux<Map<String, Object>> ok = db.sql("SELECT * FROM t WHERE n = :n").bind("n", n).fetch().all(); // ok: sql-injection
        return ServerResponse.ok().body(rows.concatWith(ok), Map.class);
    }

    public Mono<ServerResponse> save(ServerRequest request) {
        return request.bodyToMono(Form.class).flatMap(form -> {
            try {
                Files.writeString(Path.of("/srv", form.getName()), form.getText()); // expect: path-traversal
            } catch (IOException e) {
                return ServerResponse.badRequest().build();
            }
            return ServerResponse.created(java.net.URI.create("/x")).build();
        });
    }

    public static class Form {
        private String name;
        private String text;
        public String getName() { return name; }
        public String getText() { return text; }
    }

    @Controller("/m")
    static class MicronautController {
        @Get("/{id}")
        String one(@PathVariable String id, @QueryValue String cmd) throws IOException {
            Runtime.getRuntime().exec(new String[] { "sh", "-c", cmd }); // expect: command-injection
            return id;
        }
    }

    static class Verticle extends AbstractVerticle {
        SqlClient client;

        @Override
        public void start() {
            Router router = Router.router(vertx);
            router.get("/x").handler(ctx -> {
                String n = ctx.request().getParam("n");
                client.query("SELECT * FROM t WHERE n = '" + n + "'").execute(); // expect: sql-injection
                client.preparedQuery("SELECT * FROM t WHERE n = $1").execute(Tuple.of(n)); // ok: sql-injection
                ctx.response().putHeader("content-type", "text/html").end("<p>" + n + "</p>"); // expect: xss
            });
            router.get("/y").handler(this::file);
        }

        void file(RoutingContext ctx) {
            ctx.response().sendFile("/srv/" + ctx.pathParam("f")); // expect: path-traversal
            ctx.redirect(ctx.queryParam("to").get(0)); // expect: open-redirect
        }
    }
}
