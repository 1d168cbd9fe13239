package com.acme.flux;

import static org.springframework.web.reactive.function.server.RequestPredicates.GET;
import static org.springframework.web.reactive.function.server.RouterFunctions.route;

import java.util.Map;
import java.util.regex.Pattern;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.mongodb.core.ReactiveMongoTemplate;
import org.springframework.data.mongodb.core.query.BasicQuery;
import org.springframework.data.mongodb.core.query.Criteria;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.http.MediaType;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.function.server.*;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

@Configuration
class Routes {
  @Bean
  RouterFunction<ServerResponse> router(UserHandler users) {
    return route(GET("/users"), users::list)
        .andRoute(GET("/users/{id}"), users::one)
        .andRoute(GET("/docs"), users::docs);
  }
}

@Component
class UserHandler {
  private final DatabaseClient db;
  private final ReactiveMongoTemplate mongo;

  UserHandler(DatabaseClient db, ReactiveMongoTemplate mongo) {
    this.db = db;
    this.mongo = mongo;
  }

  Mono<ServerResponse> list(ServerRequest request) {
    String order = request.queryParam("order").orElse("name");
    Flux<Map<String, Object>> rows = db.sql("SELECT * FROM users ORDER BY " + order).fetch().all(); // expect: sql-injection
    return ServerResponse.ok().body(rows, Map.class);
  }

  Mono<ServerResponse> one(ServerRequest request) {
    return db.sql("SELECT * FROM users WHERE id = :id") // ok: sql-injection
        .bind("id", request.pathVariable("id"))
        .fetch()
        .one()
        .flatMap(row -> ServerResponse.ok().bodyValue(row));
  }

  Mono<ServerResponse> docs(ServerRequest request) {
    return Mono.justOrEmpty(request.queryParam("name"))
        .map(String::trim)
        .flatMap(name -> {
          mongo.find(new BasicQuery("{ name: '" + name + "' }"), Map.class); // expect: nosql-injection
          mongo.find(Query.query(Criteria.where("name").is(name)), Map.class); // ok: nosql-injection
          mongo.find(Query.query(Criteria.where("name").regex(Pattern.quote(name))), Map.class); // ok: regex-injection
          return ServerResponse.ok().contentType(MediaType.TEXT_HTML).bodyValue("<b>" + name + "</b>"); // expect: xss
        });
  }

  Mono<ServerResponse> update(ServerRequest request) {
    return request.formData()
        .map(form -> form.getFirst("name"))
        .flatMap(name -> db.sql("UPDATE users SET name = '" + name + "'").then()) // expect: sql-injection
        .then(ServerResponse.ok().build());
  }
}
