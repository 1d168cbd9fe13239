package demo.reactive;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Map;
import org.springframework.core.io.FileSystemResource;
import org.springframework.http.MediaType;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.util.HtmlUtils;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

@Component
class ReactiveHandlers {
    private final DatabaseClient db;
    private final WebClient web = WebClient.create();

    ReactiveHandlers(DatabaseClient db) {
        this.db = db;
    }

    Mono<ServerResponse> find(ServerRequest request) {
        String name = request.queryParam("name").orElse("");
        Flux<Map<String, Object>> rows = db.sql("SELECT * FROM users WHERE name = '" + name + "'").fetch().all(); // expect: sql-injection
        return ServerResponse.ok().body(rows, Map.class);
    }

    Mono<ServerResponse> byId(ServerRequest request) {
        long id = Long.parseLong(request.pathVariable("id"));
        return ServerResponse.ok().body(db.sql("SELECT * FROM users WHERE id = " + id).fetch().all(), Map.class); // ok: sql-injection
    }

    Mono<ServerResponse> create(ServerRequest request) {
        return request.bodyToMono(String.class)
            .map(body -> "INSERT INTO log VALUES ('" + body + "')")
            .flatMap(sql -> db.sql(sql).then()) // expect: sql-injection
            .then(ServerResponse.ok().build());
    }

    Mono<ServerResponse> page(ServerRequest request) {
        String q = request.queryParams().getFirst("q");
        return ServerResponse.ok().contentType(MediaType.TEXT_HTML).bodyValue("<p>" + q + "</p>"); // expect: xss
    }

    Mono<ServerResponse> pageSafe(ServerRequest request) {
        String q = request.queryParams().getFirst("q");
        return ServerResponse.ok().contentType(MediaType.TEXT_HTML).bodyValue("<p>" + HtmlUtils.htmlEscape(q) + "</p>"); // ok: xss
    }

    Mono<ServerResponse> proxy(ServerRequest request) {
        return request.queryParam("url").map(u -> web.get().uri(u).retrieve().bodyToMono(String.class)) // expect: ssrf
            .map(m -> ServerResponse.ok().build())
            .orElseGet(() -> ServerResponse.badRequest().build());
    }

    Mono<ServerResponse> file(ServerRequest request) {
        Path p = Paths.get("/srv/data").resolve(request.pathVariable("name"));
        return ServerResponse.ok().bodyValue(new FileSystemResource(p)); // expect: path-traversal
    }
}
