package web;

import java.io.IOException;
import java.io.PrintWriter;
import javax.servlet.http.*;
import org.apache.commons.text.StringEscapeUtils;
import org.owasp.encoder.Encode;
import org.springframework.web.util.HtmlUtils;

public class Pages extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/html;charset=UTF-8");
        PrintWriter out = response.getWriter();
        String name = request.getParameter("name");
        out.println("<h1>Hello " + name + "</h1>"); // expect: xss
        out.println("<h1>Hello " + Encode.forHtml(name) + "</h1>"); // ok: xss
        out.printf("<p>%s</p>", name); // expect: xss
        out.printf("<p>%d</p>", Integer.parseInt(name)); // ok: xss
        out.write(StringEscapeUtils.escapeHtml4(name)); // ok: xss
        out.append("<i>").append(name).append("</i>"); // expect: xss
        response.getWriter().print(HtmlUtils.htmlEscape(request.getQueryString())); // ok: xss
        response.getOutputStream().write(("<p>" + request.getRequestURI() + "</p>").getBytes()); // expect: xss
        Object[] arr = {"a", name};
        out.format("Formatted: %1$s and %2$s.", arr); // expect: xss
        out.println("<b>" + name.length() + "</b>"); // ok: xss
        out.println("<b>" + name.replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;") + "</b>"); // ok: xss
        String session = (String) request.getSession().getAttribute("theme");
        out.println(request.getSession().getId()); // ok: xss
        out.println(String.join("", "<td>", name, "</td>")); // expect: xss
        StringBuffer sb = new StringBuffer("<ul>");
        for (String item : request.getParameterValues("item")) {
            sb.append("<li>").append(item).append("</li>");
        }
        out.println(sb); // expect: xss
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("application/json");
        response.getWriter().print("{\"ok\": true}"); // ok: xss
        response.setContentType("text/plain");
        response.getWriter().print(request.getParameter("name")); // ok: xss
    }
}
