import java.io.IOException;
import java.net.*;
import javax.servlet.http.*;

class GuardHost extends HttpServlet {
  static boolean isPublic(String url) throws Exception {
    InetAddress address = InetAddress.getByName(new URL(url).getHost());
    return !(address.isSiteLocalAddress() || address.isLoopbackAddress() || address.isAnyLocalAddress() || address.isLinkLocalAddress());
  }
  void a(HttpServletRequest request) throws Exception {
    String url = request.getParameter("u");
    if (!isPublic(url)) return;
    new URL(url).openStream(); // ok: ssrf
  }
  static boolean isV6(String url) throws Exception {
    InetAddress address = InetAddress.getByName(new URL(url).getHost());
    return address instanceof Inet6Address;
  }
  void a2(HttpServletRequest request) throws Exception {
    String url = request.getParameter("u");
    if (!isV6(url)) return;
    new URL(url).openStream(); // expect: ssrf
  }
  static void check(String url) throws Exception {
    for (InetAddress address : InetAddress.getAllByName(new URL(url).getHost()))
      if (address.isSiteLocalAddress() || address.isLoopbackAddress() || address.isLinkLocalAddress()) throw new IOException("private");
  }
  void a3(HttpServletRequest request) throws Exception {
    String url = request.getParameter("u");
    check(url);
    new URL(url).openStream(); // ok: ssrf
  }
  void a4(HttpServletRequest request) throws Exception {
    String url = request.getParameter("u");
    if (InetAddress.getByName(new URL(url).getHost()).isSiteLocalAddress()) return;
    new URL(url).openStream(); // expect: ssrf
  }
}
