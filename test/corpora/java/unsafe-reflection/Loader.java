import java.util.Map;
import javax.servlet.http.*;

public class Loader extends HttpServlet {
    private static final Map<String, Class<?>> KNOWN = Map.of("a", String.class);

    @Override
    protected void doGet(HttpServletRequest req, HttpServletResponse resp) {
        try {
            Class<?> c = Class.forName(req.getParameter("type")); // expect: unsafe-reflection
            c.getDeclaredConstructor().newInstance();
            Class<?> d = KNOWN.get(req.getParameter("type"));
            d.getDeclaredConstructor().newInstance(); // ok: unsafe-reflection
            Class.forName("org.h2.Driver"); // ok: unsafe-reflection
        } catch (ReflectiveOperationException e) {
            log("x", e);
        }
    }
}
