import java.io.*;
import javax.servlet.http.*;
import org.slf4j.*;

public class Errors extends HttpServlet {
    private static final Logger log = LoggerFactory.getLogger(Errors.class);

    @Override
    protected void doGet(HttpServletRequest req, HttpServletResponse resp) throws IOException {
        try {
            work();
        } catch (IllegalStateException e) {
            e.printStackTrace(resp.getWriter()); // expect: information-exposure
        } catch (RuntimeException e) {
            log.error("failed", e);
            resp.sendError(500, "internal error"); // ok: information-exposure
        }
    }

    private void work() {}
}
