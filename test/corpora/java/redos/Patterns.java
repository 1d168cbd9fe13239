import java.util.regex.*;
import javax.servlet.http.*;

public class Patterns extends HttpServlet {
    private static final Pattern BAD = Pattern.compile("^(([a-z])+.)+[A-Z]([a-z])+$");
    private static final Pattern GOOD = Pattern.compile("^[a-z]{1,20}$");

    @Override
    protected void doGet(HttpServletRequest req, HttpServletResponse resp) {
        String q = req.getParameter("q");
        BAD.matcher(q).matches(); // expect: redos
        GOOD.matcher(q).matches(); // ok: redos
        q.matches("(a|a)*b"); // expect: redos
        Pattern.compile(q).matcher("text").find(); // expect: regex-injection
        Pattern.compile(Pattern.quote(q)).matcher("text").find(); // ok: regex-injection
    }
}
