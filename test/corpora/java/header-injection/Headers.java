import javax.servlet.http.*;

public class Headers extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest req, HttpServletResponse resp) {
        String v = req.getParameter("v");
        resp.setHeader("X-Value", v); // expect: header-injection
        resp.addHeader("X-Value", v.replaceAll("[\\r\\n]", "")); // ok: header-injection
        resp.setIntHeader("X-N", Integer.parseInt(v)); // ok: header-injection
        resp.addHeader("X-Count", String.valueOf(v.length())); // ok: header-injection
    }
}
