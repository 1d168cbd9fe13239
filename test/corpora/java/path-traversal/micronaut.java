package com.acme.notes;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.jdbc.runtime.JdbcOperations;
import io.micronaut.data.repository.CrudRepository;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.*;
import io.micronaut.http.client.HttpClient;
import io.micronaut.http.client.annotation.Client;
import io.micronaut.http.multipart.CompletedFileUpload;
import io.micronaut.http.server.types.files.SystemFile;
import jakarta.inject.Singleton;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.sql.ResultSet;
import java.util.List;
import java.util.Optional;
import javax.validation.constraints.NotBlank;
import reactor.core.publisher.Mono;

@Introspected
record NoteCommand(@NotBlank String text, String color, int priority) {}

@Singleton
class NoteStore {
    private final JdbcOperations jdbc;

    NoteStore(JdbcOperations jdbc) {
        this.jdbc = jdbc;
    }

    boolean exists(String text) {
        return jdbc.prepareStatement("select 1 from note where text = '" + text + "'", st -> st.executeQuery().next()); // expect: sql-injection
    }

    boolean existsSafe(String text) {
        return jdbc.prepareStatement("select 1 from note where text = ?", st -> { // ok: sql-injection
            st.setString(1, text);
            ResultSet rs = st.executeQuery();
            return rs.next();
        });
    }
}

@Controller("/notes")
class NoteController {
    private final NoteStore store;
    private final HttpClient http;

    NoteController(NoteStore store, @Client("/") HttpClient http) {
        this.store = store;
        this.http = http;
    }

    @Post
    HttpResponse<?> create(@Body NoteCommand command) {
        if (store.existsSafe(command.text())) return HttpResponse.badRequest();
        return store.exists(command.text()) ? HttpResponse.ok() : HttpResponse.created(command);
    }

    @Get(value = "/html", produces = MediaType.TEXT_HTML)
    String html(@QueryValue String q) {
        return "<p>" + q + "</p>"; // expect: xss
    }

    @Get("/plain")
    @Produces(MediaType.TEXT_PLAIN)
    String plain(@QueryValue String q) {
        return "<p>" + q + "</p>"; // ok: xss
    }

    @Get("/to{?target}")
    HttpResponse<?> to(@QueryValue Optional<String> target) {
        return HttpResponse.redirect(URI.create(target.orElse("/"))); // expect: open-redirect
    }

    @Get("/file/{name}")
    SystemFile file(@PathVariable String name) {
        return new SystemFile(new File("/srv/notes/" + name)); // expect: path-traversal
    }

    @Get("/relay")
    Mono<String> relay(HttpRequest<?> request) {
        String address = request.getParameters().get("address");
        return Mono.from(http.retrieve(address)); // expect: ssrf
    }

    @Get("/relay2")
    Mono<String> relay2(@Header("X-Id") String id) {
        return Mono.from(http.retrieve(HttpRequest.GET("/internal/" + id))); // ok: ssrf
    }

    @Post(value = "/attach", consumes = MediaType.MULTIPART_FORM_DATA)
    HttpResponse<?> attach(CompletedFileUpload file) throws IOException {
        Files.write(Paths.get("/srv/attachments/" + file.getFilename()), file.getBytes()); // expect: path-traversal
        Files.write(Paths.get("/srv/attachments/" + java.util.UUID.randomUUID()), file.getBytes()); // ok: path-traversal
        return HttpResponse.ok();
    }
}

@JdbcRepository
interface Notes extends CrudRepository<NoteCommand, Long> {
    @Query("select * from note where color = :color") // ok: sql-injection
    List<NoteCommand> findByColor(String color);
}
