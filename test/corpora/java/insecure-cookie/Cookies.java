package com.acme.cookies;

import javax.servlet.http.Cookie;
import javax.servlet.http.HttpServletResponse;
import org.springframework.http.ResponseCookie;

public class Cookies {
  public void session(HttpServletResponse response, String id) {
    Cookie plain = new Cookie("session", id);
    plain.setHttpOnly(true);
    response.addCookie(plain); // expect: insecure-cookie

    Cookie good = new Cookie("session", id);
    good.setHttpOnly(true);
    good.setSecure(true);
    response.addCookie(good); // ok: insecure-cookie

    Cookie off = new Cookie("auth", id);
    off.setSecure(false);
    response.addCookie(off); // expect: insecure-cookie

    response.addCookie(hardened("token", id)); // ok: insecure-cookie
    response.addCookie(new Cookie("remember", id)); // expect: insecure-cookie
  }

  private Cookie hardened(String name, String value) {
    Cookie cookie = new Cookie(name, value);
    cookie.setSecure(true);
    cookie.setHttpOnly(true);
    cookie.setPath("/");
    return cookie;
  }

  public void clear(HttpServletResponse response) {
    Cookie gone = new Cookie("session", "");
    gone.setMaxAge(0);
    response.addCookie(gone); // ok: insecure-cookie
  }

  public String built(String id) {
    String good = ResponseCookie.from("session", id).secure(true).httpOnly(true).build().toString(); // ok: insecure-cookie
    return good + ResponseCookie.from("session", id).secure(false).httpOnly(true).build(); // expect: insecure-cookie
  }
}
