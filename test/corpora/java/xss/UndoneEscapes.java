import java.io.IOException;
import java.io.PrintWriter;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.commons.text.StringEscapeUtils;

/** Escaping that is undone before the page is made. */
public class UndoneEscapes extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/html");
        PrintWriter out = response.getWriter();
        String note = StringEscapeUtils.escapeHtml4(request.getParameter("note"));
        out.println("<p>" + note + "</p>"); // ok: xss
        out.println("<p>" + StringEscapeUtils.unescapeHtml4(note) + "</p>"); // expect: xss
        String target = URLEncoder.encode(request.getParameter("target"), StandardCharsets.UTF_8);
        out.println("<a href=\"/go?to=" + target + "\">go</a>"); // ok: xss
        out.println("<p>" + shown(target) + "</p>"); // expect: xss
    }

    private static String shown(String target) {
        return URLDecoder.decode(target, StandardCharsets.UTF_8);
    }
}
