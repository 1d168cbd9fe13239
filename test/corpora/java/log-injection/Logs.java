import java.util.logging.Level;
import javax.servlet.http.*;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

public class Logs extends HttpServlet {
    private static final Logger log = LoggerFactory.getLogger(Logs.class);
    private static final java.util.logging.Logger jul = java.util.logging.Logger.getLogger("x");

    @Override
    protected void doGet(HttpServletRequest req, HttpServletResponse resp) {
        String user = req.getParameter("user");
        log.info("user {}", user); // expect: log-injection
        log.warn("user " + user); // expect: log-injection
        jul.log(Level.INFO, "user {0}", user); // expect: log-injection
        log.info("user {}", user.replaceAll("[\r\n]", "_")); // ok: log-injection
        log.info("count {}", Integer.parseInt(user)); // ok: log-injection
        log.error("failed", new IllegalStateException("x")); // ok: log-injection
    }
}
