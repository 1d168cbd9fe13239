// A bean that is called through its interface: its injected fields are known, whatever it returns.
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Service;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

class Thumbnail {
  private final String file;
  private final String size;

  Thumbnail(String file, String size) {
    this.file = file;
    this.size = size;
  }

  String file() {
    return file;
  }

  String size() {
    return size;
  }
}

interface Thumbnails {
  Thumbnail make(String file) throws Exception;
}

interface Tool {
  void run(String file) throws Exception;
}

@Component
class Convert implements Tool {
  public void run(String file) throws Exception {
    Runtime.getRuntime().exec("convert " + file); // expect: command-injection
  }
}

@Service
class ThumbnailService implements Thumbnails {
  @Autowired private Tool tool;

  public Thumbnail make(String file) throws Exception {
    tool.run(file);
    return new Thumbnail(file, "64x64");
  }
}

@RestController
class ThumbnailController {
  private final Thumbnails thumbnails;

  ThumbnailController(Thumbnails thumbnails) {
    this.thumbnails = thumbnails;
  }

  @GetMapping("/thumbnail")
  void thumbnail(@RequestParam String file) throws Exception {
    Thumbnail made = thumbnails.make(file);
    Runtime.getRuntime().exec("file " + made.file()); // expect: command-injection
    Runtime.getRuntime().exec("resize " + made.size()); // ok: command-injection
  }
}
