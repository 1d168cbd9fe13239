import jakarta.servlet.http.*;
import org.springframework.http.ResponseCookie;

public class MixedCookies extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest req, HttpServletResponse resp) {
        Cookie bad = new Cookie("session", "abc");
        bad.setSecure(false);
        bad.setHttpOnly(true);
        resp.addCookie(bad); // expect: insecure-cookie

        Cookie plain = new Cookie("token", req.getSession().getId());
        resp.addCookie(plain); // expect: insecure-cookie

        Cookie good = new Cookie("session", "abc");
        good.setSecure(true);
        good.setHttpOnly(true);
        resp.addCookie(good); // ok: insecure-cookie

        resp.addCookie(secured(new Cookie("a", "b"))); // ok: insecure-cookie
        ResponseCookie.from("sid", "v").secure(true).httpOnly(true).sameSite("Lax").build(); // ok: insecure-cookie
        ResponseCookie.from("sid", "v").secure(false).httpOnly(true).build(); // expect: insecure-cookie
    }

    private Cookie secured(Cookie cookie) {
        cookie.setSecure(true);
        cookie.setHttpOnly(true);
        cookie.setPath("/");
        return cookie;
    }
}
