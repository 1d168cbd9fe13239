package gateway;

import java.io.InputStream;
import java.net.URL;
import javax.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Addresses are put together in builders and formats; who chooses the host is what matters. */
@RestController
class Gateway {
  private static final String BASE = "https://prices.example.com";

  @GetMapping("/built")
  InputStream built(HttpServletRequest request) throws Exception {
    StringBuilder address = new StringBuilder("https://prices.example.com/");
    address.append("v1/").append(request.getParameter("article"));
    return new URL(address.toString()).openStream(); // ok: ssrf
  }

  @GetMapping("/appended")
  InputStream appended(HttpServletRequest request) throws Exception {
    StringBuilder address = new StringBuilder();
    address.append(BASE);
    address.append("/items/");
    address.append(request.getParameter("article"));
    return new URL(address.toString()).openStream(); // ok: ssrf
  }

  @GetMapping("/tenant")
  InputStream tenant(HttpServletRequest request) throws Exception {
    StringBuilder address = new StringBuilder("https://");
    address.append(request.getParameter("tenant")).append(".example.com/prices");
    return new URL(address.toString()).openStream(); // expect: ssrf
  }

  @GetMapping("/scheme")
  InputStream inserted(HttpServletRequest request) throws Exception {
    StringBuilder address = new StringBuilder("https://prices.example.com/");
    address.insert(0, request.getParameter("proxy"));
    return new URL(address.toString()).openStream(); // expect: ssrf
  }

  @GetMapping("/again")
  InputStream usedAgain(HttpServletRequest request) throws Exception {
    StringBuilder address = new StringBuilder("https://prices.example.com/");
    address.delete(0, address.length());
    address.append(request.getParameter("mirror"));
    return new URL(address.toString()).openStream(); // expect: ssrf
  }

  @GetMapping("/formatted")
  InputStream formatted(HttpServletRequest request) throws Exception {
    String address = String.format("%s/%s", "https://prices.example.com", request.getParameter("article"));
    return new URL(address).openStream(); // ok: ssrf
  }

  @GetMapping("/formatted/host")
  InputStream formattedHost(HttpServletRequest request) throws Exception {
    String server = String.format("https://%s", "prices.example.com");
    new URL(server + "/" + request.getParameter("article")).openStream(); // ok: ssrf
    String chosen = String.format("%s://%s/prices", "https", request.getParameter("server"));
    return new URL(chosen).openStream(); // expect: ssrf
  }
}
