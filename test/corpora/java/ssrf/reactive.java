package com.acme.flux;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.PathResource;
import org.springframework.data.mongodb.core.ReactiveMongoTemplate;
import org.springframework.data.mongodb.core.query.BasicQuery;
import org.springframework.data.mongodb.core.query.Criteria;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseCookie;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

@Configuration
class Routes {
    @Bean
    RouterFunction<ServerResponse> routes(Handlers h) {
        return RouterFunctions.route()
            .GET("/users", h::users)
            .GET("/users/{id}", h::user)
            .POST("/users", h::create)
            .GET("/hook", h::hook)
            .GET("/file", h::file)
            .build();
    }
}

record NewUser(String name, String mail) {}

@Component
class Handlers {
    private final DatabaseClient db;
    private final ReactiveMongoTemplate mongo;
    private final WebClient web = WebClient.builder().baseUrl("https://api.acme.example").build();

    Handlers(DatabaseClient db, ReactiveMongoTemplate mongo) {
        this.db = db;
        this.mongo = mongo;
    }

    Mono<ServerResponse> users(ServerRequest request) {
        String role = request.queryParam("role").orElse("user");
        Flux<Map<String, Object>> rows = db.sql("select * from users where role = '" + role + "'").fetch().all(); // expect: sql-injection
        Flux<Map<String, Object>> safe = db.sql("select * from users where role = :role").bind("role", role).fetch().all(); // ok: sql-injection
        return ServerResponse.ok().body(rows.mergeWith(safe), Map.class);
    }

    Mono<ServerResponse> user(ServerRequest request) {
        String id = request.pathVariable("id");
        Mono<Map> one = mongo.findOne(new BasicQuery("{ _id: '" + id + "' }"), Map.class); // expect: nosql-injection
        Mono<Map> two = mongo.findOne(Query.query(Criteria.where("_id").is(id)), Map.class); // ok: nosql-injection
        return ServerResponse.ok().contentType(MediaType.APPLICATION_JSON).body(one.switchIfEmpty(two), Map.class);
    }

    Mono<ServerResponse> create(ServerRequest request) {
        return request.bodyToMono(NewUser.class)
            .flatMap(u -> db.sql("insert into users(name) values ('" + u.name() + "')").then()) // expect: sql-injection
            .then(ServerResponse.ok().build());
    }

    Mono<ServerResponse> hook(ServerRequest request) {
        String url = request.queryParams().getFirst("url");
        Mono<String> a = WebClient.create(url).get().retrieve().bodyToMono(String.class); // expect: ssrf
        Mono<String> b = web.get().uri("/users/{id}", request.queryParam("id").orElseThrow()).retrieve().bodyToMono(String.class); // ok: ssrf
        Mono<String> c = web.get().uri(b2 -> b2.path("/search").queryParam("q", url).build()).retrieve().bodyToMono(String.class); // ok: ssrf
        Mono<String> d = web.get().uri(URI.create(url)).retrieve().bodyToMono(String.class).timeout(Duration.ofSeconds(2)); // expect: ssrf
        return ServerResponse.ok().contentType(MediaType.TEXT_HTML).bodyValue("<p>" + url + "</p>"); // expect: xss
    }

    Mono<ServerResponse> file(ServerRequest request) {
        String name = request.queryParam("name").get();
        if (!name.matches("^[a-z0-9_]+$")) return ServerResponse.badRequest().build();
        return ServerResponse.ok().bodyValue(new PathResource(Path.of("/srv", name))); // ok: path-traversal
    }
}

@Component
class TrackingFilter implements WebFilter {
    private static final org.apache.logging.log4j.Logger LOG = org.apache.logging.log4j.LogManager.getLogger();

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpRequest request = exchange.getRequest();
        LOG.warn("agent {}", request.getHeaders().getFirst("User-Agent")); // expect: log-injection
        LOG.warn(() -> "method " + request.getMethod()); // ok: log-injection
        exchange.getResponse().addCookie(ResponseCookie.from("track", "1").secure(true).httpOnly(true).build()); // ok: insecure-cookie
        exchange.getResponse().addCookie(ResponseCookie.from("session", "1").httpOnly(false).secure(true).build()); // expect: insecure-cookie
        return chain.filter(exchange);
    }
}
