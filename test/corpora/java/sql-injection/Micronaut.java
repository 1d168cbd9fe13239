package com.acme.mn;

import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.*;
import io.micronaut.http.client.HttpClient;
import io.micronaut.http.multipart.CompletedFileUpload;
import io.micronaut.http.uri.UriBuilder;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

@Controller("/mn")
public class MicronautApi {
  @Inject Store store;

  @Inject
  @Client("/")
  HttpClient client;

  @Get("/find{?name}")
  public String find(@QueryValue String name) throws SQLException {
    return store.find(name);
  }

  @Get("/safe/{id}")
  public String safe(int id) throws SQLException {
    return store.find("" + id);
  }

  @Get("/raw/{key}")
  public String raw(@PathVariable String key) throws SQLException {
    return store.raw(key);
  }

  @Get(value = "/page", produces = MediaType.TEXT_HTML)
  public String page(@QueryValue String who) {
    return "<p>" + who + "</p>"; // expect: xss
  }

  @Get("/go")
  public HttpResponse<?> go(@QueryValue String to) {
    return HttpResponse.redirect(URI.create(to)); // expect: open-redirect
  }

  @Get("/go2")
  public HttpResponse<?> go2(@QueryValue String tab) {
    return HttpResponse.redirect(UriBuilder.of("/home").queryParam("tab", tab).build()); // ok: open-redirect
  }

  @Get("/proxy")
  public String proxy(@QueryValue String url) {
    return client.toBlocking().retrieve(HttpRequest.GET(url)); // expect: ssrf
  }

  @Post(value = "/upload", consumes = MediaType.MULTIPART_FORM_DATA)
  public void upload(CompletedFileUpload file) throws Exception {
    Files.write(Path.of("/srv/in", file.getFilename()), file.getBytes()); // expect: path-traversal
    File temp = File.createTempFile("in", ".tmp");
    Files.write(temp.toPath(), file.getBytes()); // ok: path-traversal
  }

  @Post("/save")
  public HttpResponse<?> save(@Body Item item, @Header("X-User") String user) throws SQLException {
    store.log(item.name(), user);
    return HttpResponse.created(item);
  }

  record Item(String name) {}
}

@Singleton
class Store {
  private final DataSource source;

  Store(DataSource source) {
    this.source = source;
  }

  String find(String name) throws SQLException {
    try (Connection c = source.getConnection(); PreparedStatement ps = c.prepareStatement("select * from t where name = ?")) { // ok: sql-injection
      ps.setString(1, name);
      return ps.executeQuery().toString();
    }
  }

  String raw(String key) throws SQLException {
    try (Connection c = source.getConnection(); PreparedStatement ps = c.prepareStatement("select * from t where k = '" + key + "'")) { // expect: sql-injection
      return ps.executeQuery().toString();
    }
  }

  void log(String name, String user) throws SQLException {
    try (Connection c = source.getConnection(); var st = c.createStatement()) {
      String table = name.equals("book") ? "books" : "items";
      st.executeUpdate("insert into " + table + " (u) values (1)"); // ok: sql-injection
      st.addBatch("insert into log values ('" + user + "')"); // expect: sql-injection
    }
  }
}
