import java.io.File;
import java.util.UUID;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

@RestController
class GuardExtension {
  @PostMapping("/a")
  void a(@RequestParam MultipartFile sent) throws Exception {
    String name = sent.getOriginalFilename();
    sent.transferTo(new File("/srv/" + UUID.randomUUID() + name.substring(name.lastIndexOf(".")))); // ok: path-traversal
  }

  @PostMapping("/b")
  void b(@RequestParam MultipartFile sent) throws Exception {
    String name = sent.getOriginalFilename();
    int dot = name.lastIndexOf('.');
    String extension = name.substring(dot + 1);
    sent.transferTo(new File("/srv/" + UUID.randomUUID() + "." + extension)); // ok: path-traversal
  }

  @PostMapping("/c")
  void c(@RequestParam MultipartFile sent) throws Exception {
    String name = sent.getOriginalFilename();
    sent.transferTo(new File("/srv/" + name.substring(0, name.lastIndexOf('.')))); // expect: path-traversal
  }

  @PostMapping("/d")
  void d(@RequestParam MultipartFile sent) throws Exception {
    String name = sent.getOriginalFilename();
    sent.transferTo(new File("/srv/" + name.substring(name.lastIndexOf('_')))); // expect: path-traversal
  }
}
