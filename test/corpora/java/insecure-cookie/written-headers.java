package login;

import javax.servlet.http.HttpServletResponse;

class Cookies {
  void set(HttpServletResponse response, String token, String theme, String attributes) {
    response.addHeader("Set-Cookie", "token=" + token); // expect: insecure-cookie
    response.addHeader("Set-Cookie", "token=" + token + "; Path=/; Secure"); // expect: insecure-cookie
    response.addHeader("Set-Cookie", "token=" + token + "; Secure; HttpOnly; SameSite=Lax"); // ok: insecure-cookie
    response.setHeader("set-cookie", "theme=" + theme + ";secure"); // ok: insecure-cookie
    response.setHeader("Set-Cookie", "token=; Max-Age=0; Path=/"); // ok: insecure-cookie
    response.setHeader("Set-Cookie", "token=" + token + attributes); // ok: insecure-cookie
    response.setHeader("X-Token", "token=" + token); // ok: insecure-cookie
  }

  void byVariable(HttpServletResponse response, String id, boolean encrypted) {
    String cookie = "session=" + id + "; Path=/";
    response.addHeader("Set-Cookie", cookie); // expect: insecure-cookie
    String other = "session=" + id + "; Path=/; HttpOnly";
    if (encrypted) other = other + "; Secure";
    response.addHeader("Set-Cookie", other); // ok: insecure-cookie
  }
}
