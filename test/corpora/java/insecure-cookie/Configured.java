package com.acme.cookies;

import javax.servlet.http.Cookie;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

class Configured extends HttpServlet {
    private boolean secure;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
        Cookie first = new Cookie("first", "1");
        first.setSecure(request.isSecure());
        response.addCookie(first); // ok: insecure-cookie
        Cookie second = new Cookie("second", "2");
        second.setSecure(secure);
        response.addCookie(second); // ok: insecure-cookie
        Cookie third = new Cookie("third", "3");
        third.setSecure(false);
        response.addCookie(third); // expect: insecure-cookie
        Cookie fourth = new Cookie("fourth", "4");
        response.addCookie(fourth); // expect: insecure-cookie
    }
}
