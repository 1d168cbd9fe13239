import java.io.*;
import java.sql.*;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.multipart.MultipartFile;

/** Methods of one name are told apart by the types of what they take. */
@RestController
class ImageController {
  private final ImageStore store = new ImageStore();

  @PostMapping("/images")
  public void keep(@RequestPart("image") MultipartFile image) throws Exception {
    store.keep(image, 1);
  }

  @PostMapping("/copies")
  public void copy(@RequestPart("image") MultipartFile image) throws Exception {
    store.copy(new Upload(image.getOriginalFilename()), 1);
  }

  @PostMapping("/labels")
  public void label(@RequestParam String name) throws Exception {
    store.label(new Label(name));
  }

  @PostMapping("/uploads")
  public void anything(@RequestParam String name, @RequestParam boolean plain) throws Exception {
    Named named = plain ? new Label(name) : new Upload(name);
    store.open(named);
  }
}

interface Named {
  String name();
}

class Label implements Named {
  private final String text;

  Label(String text) {
    this.text = text;
  }

  public String name() {
    return text;
  }
}

class Upload implements Named {
  private final String path;

  Upload(String path) {
    this.path = path;
  }

  public String name() {
    return path;
  }
}

class ImageStore {
  void keep(File file, int kind) throws Exception {
    new FileInputStream(file).close(); // ok: path-traversal
  }

  void keep(MultipartFile file, int kind) throws Exception {
    file.getInputStream().close();
  }

  void copy(Label label, int kind) throws Exception {
    new FileInputStream("/srv/labels/" + label.name()).close(); // ok: path-traversal
  }

  void copy(Upload upload, int kind) throws Exception {
    new FileInputStream("/srv/images/" + upload.name()).close(); // expect: path-traversal
  }

  void label(Upload upload) throws Exception {
    new FileInputStream("/srv/images/" + upload.name()).close(); // ok: path-traversal
  }

  void label(Object label) {
    System.out.println(label.hashCode());
  }

  void open(Named named) throws Exception {
    new FileInputStream("/srv/images/" + named.name()).close(); // expect: path-traversal
  }

  void open(String name) {
    System.out.println(name.length());
  }
}
