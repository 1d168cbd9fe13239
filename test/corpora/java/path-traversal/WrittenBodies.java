import java.io.*;
import java.nio.file.*;
import javax.ws.rs.*;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.web.bind.annotation.*;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import static org.springframework.core.io.buffer.DataBufferUtils.write;

/** A body that the server puts into a file of its own: a client chooses what is in it. */
@javax.ws.rs.Path("/images")
class ImageResource {
  @POST
  @Consumes("image/*")
  public void keep(File body) throws Exception {
    new FileInputStream(body).close(); // ok: path-traversal
  }

  @POST
  @javax.ws.rs.Path("{name}")
  public void named(@PathParam("name") String name, java.nio.file.Path body) throws Exception {
    Files.readAllBytes(body); // ok: path-traversal
    Files.move(body, Paths.get("/srv/images/" + name)); // expect: path-traversal
  }

  @POST
  @javax.ws.rs.Path("query")
  public void asked(@QueryParam("file") File file) throws Exception {
    new FileInputStream(file).close(); // expect: path-traversal
  }
}

@RestController
class PluginController {
  @PostMapping("/plugins")
  public Mono<Void> install(@RequestBody Flux<DataBuffer> body) {
    return kept(body).flatMap(path -> opened(path));
  }

  @PostMapping("/named")
  public Mono<Void> named(@RequestBody Flux<DataBuffer> body, @RequestParam String name) {
    return write(body, Paths.get("/srv/plugins/x")).thenReturn(name).flatMap(given -> openedByName(given));
  }

  private Mono<java.nio.file.Path> kept(Publisher<DataBuffer> body) {
    return Mono.fromCallable(() -> Files.createTempFile("plugin", ".jar"))
        .flatMap(path -> write(body, path).thenReturn(path));
  }

  private Mono<Void> opened(java.nio.file.Path path) {
    return Mono.fromRunnable(() -> new File(path.resolve("plugin.yaml").toString()).delete()); // ok: path-traversal
  }

  private Mono<Void> openedByName(String name) {
    return Mono.fromRunnable(() -> new File("/srv/plugins/" + name).delete()); // expect: path-traversal
  }
}
