import javax.servlet.http.*;

public class Sessions extends HttpServlet {
    @Override
    protected void doPost(HttpServletRequest req, HttpServletResponse resp) {
        HttpSession session = req.getSession();
        session.setAttribute("user", req.getParameter("user")); // expect: trust-boundary
        session.setAttribute(req.getParameter("k"), "1"); // expect: trust-boundary
        session.putValue("role", req.getHeader("X-Role")); // expect: trust-boundary
        session.setAttribute("page", Integer.parseInt(req.getParameter("page"))); // ok: trust-boundary
        session.setAttribute("seen", Boolean.TRUE); // ok: trust-boundary
        String lang = "de".equals(req.getParameter("lang")) ? "de" : "en";
        session.setAttribute("lang", lang); // ok: trust-boundary
        req.setAttribute("user", req.getParameter("user")); // ok: trust-boundary
    }
}
