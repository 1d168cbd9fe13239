import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import javax.persistence.Entity;
import javax.persistence.Id;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

@Entity
class Picture {
  @Id private Long id;
  private String type;

  String getType() {
    return type;
  }

  void setType(String type) {
    this.type = type;
  }
}

interface Pictures extends JpaRepository<Picture, Long> {}

@RestController
class PictureController {
  private static final Set<String> SHOWN = Set.of("image/png", "image/jpeg");
  private final Pictures pictures;

  PictureController(Pictures pictures) {
    this.pictures = pictures;
  }

  @PostMapping("/pictures")
  void add(@RequestParam("file") MultipartFile file) {
    Picture picture = new Picture();
    picture.setType(file.getContentType());
    pictures.save(picture);
  }

  @GetMapping("/pictures/{id}")
  ResponseEntity<byte[]> show(@PathVariable Long id) throws IOException {
    Picture picture = pictures.findById(id).get();
    return ResponseEntity.ok()
        .contentType(MediaType.parseMediaType(picture.getType())) // expect: unsafe-content-type
        .body(Files.readAllBytes(Path.of("uploads/1")));
  }

  @GetMapping("/pictures/{id}/saved")
  ResponseEntity<byte[]> save(@PathVariable Long id) throws IOException {
    Picture picture = pictures.findById(id).get();
    return ResponseEntity.ok()
        .contentType(MediaType.parseMediaType(picture.getType())) // ok: unsafe-content-type
        .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"picture\"")
        .body(Files.readAllBytes(Path.of("uploads/1")));
  }

  @GetMapping("/pictures/{id}/checked")
  ResponseEntity<byte[]> checked(@PathVariable Long id) throws IOException {
    Picture picture = pictures.findById(id).get();
    if (!SHOWN.contains(picture.getType())) return ResponseEntity.notFound().build();
    return ResponseEntity.ok()
        .contentType(MediaType.parseMediaType(picture.getType())) // ok: unsafe-content-type
        .body(Files.readAllBytes(Path.of("uploads/1")));
  }

  @GetMapping("/pictures/by-ending")
  ResponseEntity<byte[]> byEnding(@RequestParam String name) throws IOException {
    String type = Files.probeContentType(Path.of("pictures", Path.of(name).getFileName().toString()));
    return ResponseEntity.ok()
        .contentType(MediaType.parseMediaType(type)) // ok: unsafe-content-type
        .body(new byte[0]);
  }
}
