package storage;

import java.io.InputStream;
import java.net.URL;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The host has several parts that settings hold; what a client says stands before or after the slash that ends it. */
@RestController
class BucketAddresses {
  private String bucket;
  private String domain;

  private String base() {
    return "https://" + bucket + "." + domain + "/";
  }

  @GetMapping("/path")
  InputStream path(@RequestParam String key) throws Exception {
    return new URL("https://" + bucket + "." + domain + "/" + key).openStream(); // ok: ssrf
  }

  @GetMapping("/method")
  InputStream method(@RequestParam String key) throws Exception {
    return new URL(base() + key).openStream(); // ok: ssrf
  }

  @GetMapping("/query")
  InputStream query(@RequestParam String key) throws Exception {
    return new URL("https://" + bucket + ".files." + domain + "?key=" + key).openStream(); // ok: ssrf
  }

  @GetMapping("/domain")
  InputStream domain(@RequestParam String name) throws Exception {
    return new URL("https://" + bucket + "." + name + "/logo").openStream(); // expect: ssrf
  }

  @GetMapping("/suffix")
  InputStream suffix(@RequestParam String name) throws Exception {
    return new URL("https://" + bucket + "." + domain + name).openStream(); // expect: ssrf
  }

  @GetMapping("/scheme")
  InputStream scheme(@RequestParam String name) throws Exception {
    return new URL(bucket + ":" + "//" + name).openStream(); // expect: ssrf
  }
}
