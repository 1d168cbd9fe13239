package com.acme.vertx;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.handler.BodyHandler;
import io.vertx.ext.web.handler.CorsHandler;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;

public class VertxApi extends AbstractVerticle {
  private Pool pool;
  private WebClient http;

  @Override
  public void start() {
    Router router = Router.router(vertx);
    router.route().handler(BodyHandler.create());
    router.get("/users/:name").handler(this::user);
    router.get("/users2/:name").handler(ctx ->
        pool.preparedQuery("SELECT * FROM users WHERE name = $1").execute(Tuple.of(ctx.pathParam("name")))); // ok: sql-injection
    router.post("/hook").handler(ctx -> {
      JsonObject body = ctx.body().asJsonObject();
      http.getAbs(body.getString("url")).send(); // expect: ssrf
      http.getAbs("https://api.acme.com/items/" + body.getInteger("id")).send(); // ok: ssrf
    });
    router.get("/page").handler(ctx -> {
      String who = ctx.request().getParam("who");
      ctx.response().putHeader("content-type", "text/html").end("<p>Hi " + who + "</p>"); // expect: xss
    });
    router.get("/json").handler(ctx -> ctx.json(new JsonObject().put("who", ctx.queryParam("who").get(0)))); // ok: xss
    router.get("/file").handler(ctx -> ctx.response().sendFile("reports/" + ctx.queryParams().get("f"))); // expect: path-traversal
    router.get("/static").handler(ctx -> ctx.response().sendFile("reports/index.html")); // ok: path-traversal
    router.get("/login").handler(ctx -> ctx.redirect(ctx.request().getParam("next"))); // expect: open-redirect
    router.get("/home").handler(ctx -> ctx.redirect("/home?tab=" + ctx.request().getParam("tab"))); // ok: open-redirect
    vertx.createHttpServer().requestHandler(router).listen(8080);
  }

  private void user(RoutingContext ctx) {
    String name = ctx.pathParam("name");
    pool.query("SELECT * FROM users WHERE name = '" + name + "'").execute() // expect: sql-injection
        .onSuccess(rows -> ctx.json(rows.size()))
        .onFailure(ctx::fail);
  }
}
