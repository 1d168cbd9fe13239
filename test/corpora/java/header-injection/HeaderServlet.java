package com.shop.legacy;

import java.io.IOException;
import javax.servlet.http.Cookie;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import java.net.URLEncoder;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.Socket;
import java.util.Locale;

public class HeaderServlet extends HttpServlet {
    @Override
    public void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String data = request.getParameter("name");
        if (data != null) {
            response.addHeader("Location", "/author.jsp?lang=" + data); // expect: header-injection
        }
        response.setHeader("X-Name", data); // expect: header-injection
        response.setHeader("X-Name", URLEncoder.encode(data, "UTF-8")); // ok: header-injection
        response.setHeader("X-Name", data.replaceAll("[\\r\\n]", "")); // ok: header-injection
        response.setIntHeader("X-Age", Integer.parseInt(request.getParameter("age"))); // ok: header-injection
        response.setContentType("text/" + request.getParameter("type")); // expect: header-injection, unsafe-content-type
        Cookie lang = new Cookie("lang", data);
        lang.setSecure(true);
        lang.setHttpOnly(true);
        response.addCookie(lang); // expect: header-injection
        Cookie fixed = new Cookie("lang", Locale.getDefault().toString()); // ok: header-injection
        fixed.setSecure(true);
        fixed.setHttpOnly(true);
        response.addCookie(fixed);
        String name = data.indexOf('\n') >= 0 || data.indexOf('\r') >= 0 ? "" : data;
        response.setHeader("X-Checked", name); // ok: header-injection
    }

    public void relay(HttpServletResponse response) throws IOException {
        try (Socket socket = new Socket("host.example.org", 39544);
             BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), "UTF-8"))) {
            String data = in.readLine();
            response.addHeader("X-Relayed", data); // expect: header-injection
        }
    }
}
