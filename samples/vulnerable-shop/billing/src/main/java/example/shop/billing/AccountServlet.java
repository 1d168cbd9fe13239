package example.shop.billing;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.logging.Logger;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.directory.DirContext;
import javax.naming.directory.SearchControls;
import javax.naming.directory.SearchResult;
import org.springframework.web.util.HtmlUtils;

public class AccountServlet extends HttpServlet {
    private static final Logger LOG = Logger.getLogger(AccountServlet.class.getName());

    private transient DirContext directory;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String account = request.getParameter("account");
        response.setContentType("text/html");
        response.getWriter().println("<h1>Account " + account + "</h1>");
        response.getWriter().println("<p>Owner: " + HtmlUtils.htmlEscape(request.getParameter("owner")) + "</p>");
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String user = request.getParameter("user");
        LOG.info("Sign-in of " + user);
        try {
            NamingEnumeration<SearchResult> found =
                    directory.search("ou=staff,dc=shop", "(uid=" + user + ")", new SearchControls());
            if (!found.hasMore()) {
                response.sendError(HttpServletResponse.SC_UNAUTHORIZED);
                return;
            }
        } catch (NamingException problem) {
            response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
            return;
        }
        Cookie cookie = new Cookie("billing", Vouchers.sessionToken());
        cookie.setSecure(false);
        response.addCookie(cookie);
        response.sendRedirect(request.getParameter("next"));
    }
}
